/** The sign-up page. */
import { AuthFrame, type AuthFrameProps } from "./auth-frame.tsx"
import { SignUpDisabledCard } from "../cards/signed-in-card.tsx"
import { CredentialSignUp, type CredentialSignUpProps } from "../password/credential-sign-up.tsx"
import { PageLinkFooter } from "../cards/page-link-footer.tsx"

/** Props of `<SignUp>`. */
export interface SignUpProps extends AuthFrameProps, CredentialSignUpProps {}

/**
 * The sign-up page, by default at `/handler/sign-up`.
 *
 * @example <SignUp fullPage automaticRedirect extraInfo={<a href="/terms">Terms</a>} />
 */
export const SignUp = ({ noPasswordRepeat = false, strengthThreshold, ...props }: SignUpProps) => (
  <AuthFrame
    {...props}
    type="sign-up"
    title="signUpTitle"
    form={<CredentialSignUp noPasswordRepeat={noPasswordRepeat} strengthThreshold={strengthThreshold} />}
    fields={noPasswordRepeat ? 2 : 3}
    footer={(_settings, { haveAccount, toSignIn }) => (
      <PageLinkFooter question={haveAccount} link={toSignIn} page="signIn" />
    )}
    instead={({ signUpEnabled }, level) => (signUpEnabled ? null : <SignUpDisabledCard level={level} />)}
  />
)
