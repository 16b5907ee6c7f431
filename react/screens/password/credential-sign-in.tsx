/** The sign-in form with email and password. */
import { Field } from "../../components/field.tsx"
import { PasswordField } from "../../components/password-field.tsx"
import { usePageLink } from "../../navigation/page-navigation.ts"
import { useMessages } from "../../messages/messages.ts"
import { CredentialForm } from "./credential-form.tsx"
import { SignInSteps } from "../sign-in/sign-in-steps.tsx"
import { useCredentialSignIn } from "./use-credential-sign-in.ts"

/**
 * Signs in with email and password. The step of the second factor replaces the form.
 *
 * @example <CredentialSignIn />
 */
export const CredentialSignIn = () => (
  <SignInSteps>
    <CredentialSignInForm />
  </SignInSteps>
)

const CredentialSignInForm = () => {
  const messages = useMessages()
  const { action, errorOf, inputs, submit } = useCredentialSignIn()
  return (
    <CredentialForm action={action} onSubmit={submit} submit={messages.signIn}>
      <Field label={messages.email} type="email" error={errorOf("email")} {...inputs.email()} />
      <PasswordField
        label={messages.password}
        aside={
          <a className="ks-link" {...usePageLink("forgotPassword")}>
            {messages.forgotPassword}
          </a>
        }
        error={errorOf("password")}
        {...inputs.password()}
      />
    </CredentialForm>
  )
}
