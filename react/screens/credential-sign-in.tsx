/** The form that signs in with e-mail and password. */
import * as Effect from "effect/Effect"
import { Client } from "../../tiers/client.ts"
import type { Credential } from "../../tiers/calls/credential.ts"
import { Field } from "../components/field.tsx"
import { PasswordField } from "../components/password-field.tsx"
import { usePageLink } from "../hooks/use-page.ts"
import { useMessages } from "../messages/messages.ts"
import { CredentialForm } from "./credential-form.tsx"
import { checkEmail, checkPassword } from "./credential-rules.ts"
import { SignInSteps, useSteps } from "./sign-in-steps.tsx"
import { useCredentialForm } from "./use-credential-form.ts"

const signIn = (credential: Credential) =>
  Effect.flatMap(Client, (client) => client.signInWithCredential(credential))

/**
 * Signs in with e-mail and password. A second factor takes the form's place.
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
  const { autofill } = useSteps()
  const { action, draft, errorOf, forgetAnswer, form, keepDraft, submit } = useCredentialForm(signIn, "afterSignIn")
  return (
    <CredentialForm action={action} onSubmit={submit} submit={messages.signIn}>
      <Field
        label={messages.email}
        type="email"
        autoComplete={autofill ? "username webauthn" : "username"}
        defaultValue={draft}
        error={errorOf("email")}
        {...form.field("email", { validate: checkEmail(messages), onChange: keepDraft })}
      />
      <PasswordField
        label={messages.password}
        autoComplete="current-password"
        aside={<a className="ks-link" {...usePageLink("forgotPassword")}>{messages.forgotPassword}</a>}
        error={errorOf("password")}
        {...form.field("password", { validate: checkPassword(messages), onChange: forgetAnswer })}
      />
    </CredentialForm>
  )
}
