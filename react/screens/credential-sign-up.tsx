/** The form that signs up with e-mail and password. */
import * as Effect from "effect/Effect"
import { useState } from "react"
import { Client } from "../../tiers/client.ts"
import type { Credential } from "../../tiers/calls/credential.ts"
import { Field } from "../components/field.tsx"
import { PasswordField } from "../components/password-field.tsx"
import { PasswordStrength, preloadPasswordStrength } from "../components/password-strength.tsx"
import { useMessages } from "../messages/messages.ts"
import { CredentialForm } from "./credential-form.tsx"
import { checkEmail, checkNewPassword, checkRepeat } from "./credential-rules.ts"
import { useStrengthCheck } from "./credential-strength.ts"
import { SignInSteps } from "./sign-in-steps.tsx"
import { useCredentialForm } from "./use-credential-form.ts"

export interface CredentialSignUpProps {
  /** Leaves the second password field out. Default `false`. */
  readonly noPasswordRepeat?: boolean | undefined
  /** What a password has to reach, from 0 (anything goes) to 4. Default the provider's, which is `STRENGTH_THRESHOLD`. */
  readonly strengthThreshold?: number | undefined
}

const signUp = (credential: Credential) =>
  Effect.flatMap(Client, (client) => client.signUpWithCredential(credential))

/**
 * Signs up with e-mail and password.
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
  const { action, draft, errorOf, forgetAnswer, form, keepDraft, submit } = useCredentialForm(signUp, "afterSignUp")
  const checkStrength = useStrengthCheck(strengthThreshold)
  const [typed, setTyped] = useState({ password: "", email: "" })

  /** The two passwords are compared with each other, so a change of one makes both errors old. */
  const onChange = () => {
    forgetAnswer()
    form.control()?.clearErrors(["password", "repeat"])
    setTyped({ password: form.value("password"), email: form.value("email") })
  }

  return (
    <CredentialForm action={action} onSubmit={submit} submit={messages.signUp}>
      <Field
        label={messages.email}
        type="email"
        autoComplete="username"
        defaultValue={draft}
        error={errorOf("email")}
        {...form.field("email", { validate: checkEmail(messages), onChange: keepDraft })}
      />
      <PasswordField
        label={messages.password}
        autoComplete="new-password"
        error={errorOf("password")}
        below={<PasswordStrength password={typed.password} own={[typed.email]} />}
        {...form.field("password", {
          validate: (password, { email }) => {
            const checked = checkNewPassword(messages)(password)
            return checked === true ? checkStrength(password, email) : checked
          },
          onChange,
          onFocus: preloadPasswordStrength
        })}
      />
      {!noPasswordRepeat && (
        <PasswordField
          label={messages.repeatPassword}
          autoComplete="new-password"
          error={errorOf("repeat")}
          {...form.field("repeat", { validate: checkRepeat(messages), onChange })}
        />
      )}
    </CredentialForm>
  )
}
