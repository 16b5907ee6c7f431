/** The form that signs in with e-mail and password. */
import * as Effect from "effect/Effect"
import { Client } from "../../tiers/client.ts"
import type { Credential } from "../../tiers/calls/credential.ts"
import { Field } from "../components/field.tsx"
import { PasswordField } from "../components/password-field.tsx"
import { useMessages } from "../messages/messages.ts"
import { CredentialForm } from "./credential-form.tsx"
import { checkEmail, checkPassword } from "./credential-rules.ts"
import { useCredentialForm } from "./use-credential-form.ts"

const signIn = (credential: Credential) =>
  Effect.flatMap(Client, (client) => client.signInWithCredential(credential))

export const CredentialSignIn = () => {
  const messages = useMessages()
  const { action, errorOf, forgetAnswer, form, submit } = useCredentialForm(signIn, "afterSignIn")
  return (
    <CredentialForm action={action} onSubmit={submit} submit={messages.signIn}>
      <Field
        label={messages.email}
        type="email"
        autoComplete="username"
        error={errorOf("email")}
        {...form.register("email", { validate: checkEmail(messages) })}
      />
      <PasswordField
        label={messages.password}
        autoComplete="current-password"
        error={errorOf("password")}
        {...form.register("password", { validate: checkPassword(messages), onChange: forgetAnswer })}
      />
    </CredentialForm>
  )
}
