/** The sign-up form with email and password. */
import { Field } from "../../components/field.tsx"
import { PasswordField } from "../../components/password-field.tsx"
import { NewPasswordField } from "../../forms/new-password-field.tsx"
import { useMessages } from "../../messages/messages.ts"
import { CredentialForm } from "./credential-form.tsx"
import { SignInSteps } from "../sign-in/sign-in-steps.tsx"
import { useCredentialSignUp } from "./use-credential-sign-up.ts"

/** Props of `<CredentialSignUp>`. */
export interface CredentialSignUpProps {
  /** Omits the second password field. Default `false`. */
  readonly noPasswordRepeat?: boolean | undefined
  /**
   * Score that the password has to reach, from 0 (any password) to 4. Default the provider's, which is
   * `STRENGTH_THRESHOLD`.
   */
  readonly strengthThreshold?: number | undefined
}

/**
 * Signs up with email and password.
 *
 * @example <CredentialSignUp noPasswordRepeat />
 */
export const CredentialSignUp = (props: CredentialSignUpProps) => (
  <SignInSteps>
    <CredentialSignUpForm {...props} />
  </SignInSteps>
)

const CredentialSignUpForm = ({ noPasswordRepeat = false, strengthThreshold }: CredentialSignUpProps) => {
  const messages = useMessages()
  const { action, errorOf, inputs, proof, submit, typed } = useCredentialSignUp(strengthThreshold)
  return (
    <CredentialForm action={action} onSubmit={submit} submit={messages.signUp} proof={proof}>
      <Field label={messages.email} type="email" error={errorOf("email")} {...inputs.email()} />
      <NewPasswordField
        label={messages.password}
        error={errorOf("password")}
        password={typed.password}
        own={[typed.email]}
        {...inputs.password()}
      />
      {!noPasswordRepeat && (
        <PasswordField label={messages.repeatPassword} error={errorOf("repeat")} {...inputs.repeat()} />
      )}
    </CredentialForm>
  )
}
