/** `<SignUp />`. */
import { useMessages } from "../messages/messages.ts"
import { AuthPage, type AuthPageProps } from "./auth-page.tsx"
import { SignUpDisabledCard } from "./cards.tsx"
import { CredentialSignUp, type CredentialSignUpProps } from "./credential-sign-up.tsx"
import { WayOut } from "./way-out.tsx"

export interface SignUpProps extends AuthPageProps, CredentialSignUpProps {}

/**
 * The page where users sign up, at `/handler/sign-up` unless said otherwise.
 *
 * @example <SignUp fullPage automaticRedirect extraInfo={<a href="/terms">Terms</a>} />
 */
export const SignUp = ({ noPasswordRepeat = false, ...props }: SignUpProps) => {
  const { haveAccount, signUpTitle, toSignIn } = useMessages()
  return (
    <AuthPage
      {...props}
      title={signUpTitle}
      form={<CredentialSignUp noPasswordRepeat={noPasswordRepeat} />}
      fields={noPasswordRepeat ? 2 : 3}
      stub={() => <WayOut question={haveAccount} link={toSignIn} page="signIn" />}
      instead={({ config }, level) => config.signUpEnabled ? null : <SignUpDisabledCard level={level} />}
      after="afterSignUp"
    />
  )
}
