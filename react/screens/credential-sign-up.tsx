/** The form that signs up with e-mail and password. */
import * as Effect from "effect/Effect"
import { Client } from "../../tiers/client.ts"
import type { Credential } from "../../tiers/calls/credential.ts"
import { Field } from "../components/field.tsx"
import { PasswordField } from "../components/password-field.tsx"
import { useMessages } from "../messages/messages.ts"
import { CredentialForm } from "./credential-form.tsx"
import { checkEmail, checkNewPassword, checkRepeat } from "./credential-rules.ts"
import { useCredentialForm } from "./use-credential-form.ts"

export interface CredentialSignUpProps {
  /** Leaves the second password field out. Default `false`. */
  readonly noPasswordRepeat?: boolean | undefined
}

const signUp = (credential: Credential) =>
  Effect.flatMap(Client, (client) => client.signUpWithCredential(credential))

export const CredentialSignUp = ({ noPasswordRepeat = false }: CredentialSignUpProps) => {
  const messages = useMessages()
  const { action, errorOf, forgetAnswer, form, submit } = useCredentialForm(signUp, "afterSignUp")

  /** The two passwords are compared with each other, so a change of one makes both errors old. */
  const onChange = () => {
    forgetAnswer()
    form.clearErrors(["password", "repeat"])
  }

  return (
    <CredentialForm action={action} onSubmit={submit} submit={messages.signUp}>
      <Field
        label={messages.email}
        type="email"
        autoComplete="username"
        error={errorOf("email")}
        {...form.register("email", { validate: checkEmail(messages) })}
      />
      <PasswordField
        label={messages.password}
        autoComplete="new-password"
        error={errorOf("password")}
        {...form.register("password", { validate: checkNewPassword(messages), onChange })}
      />
      {!noPasswordRepeat && (
        <PasswordField
          label={messages.repeatPassword}
          autoComplete="new-password"
          error={errorOf("repeat")}
          {...form.register("repeat", { validate: checkRepeat(messages), onChange })}
        />
      )}
    </CredentialForm>
  )
}
