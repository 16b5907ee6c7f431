/** The sign-in page. */
import { AuthFrame, type AuthFrameProps } from "./auth-frame.tsx"
import { CredentialSignIn } from "../password/credential-sign-in.tsx"
import { PageLinkFooter } from "../cards/page-link-footer.tsx"

/** Props of `<SignIn>`. */
export type SignInProps = AuthFrameProps

/**
 * The sign-in page, by default at `/handler/sign-in`.
 *
 * @example <SignIn fullPage automaticRedirect />
 */
export const SignIn = (props: SignInProps) => (
  <AuthFrame
    {...props}
    type="sign-in"
    title="signInTitle"
    form={<CredentialSignIn />}
    fields={2}
    footer={({ signUpEnabled }, { noAccount, toSignUp }) =>
      signUpEnabled && <PageLinkFooter question={noAccount} link={toSignUp} page="signUp" />
    }
  />
)
