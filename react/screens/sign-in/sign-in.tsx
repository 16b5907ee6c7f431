/** `<SignIn />`. */
import { AuthFrame, type AuthFrameProps } from "./auth-frame.tsx"
import { CredentialSignIn } from "../password/credential-sign-in.tsx"
import { WayOut } from "../cards/page-link-footer.tsx"

export type SignInProps = AuthFrameProps

/**
 * The page where users sign in, at `/handler/sign-in` unless said otherwise.
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
    stub={({ config }, { noAccount, toSignUp }) =>
      config.signUpEnabled && <WayOut question={noAccount} link={toSignUp} page="signUp" />
    }
  />
)
