/** The first step of a magic link: the email address. */
import { Button } from "../../components/button.tsx"
import { Field } from "../../components/field.tsx"
import { useMessages } from "../../messages/messages.ts"
import { useScope } from "../../theme/scope.tsx"
import { FormNotice } from "../../forms/form-notice.tsx"
import { ProofFields, ProofStatus } from "../../forms/proof-fields.tsx"
import { preloadSteps, SignInSteps } from "../sign-in/sign-in-steps.tsx"
import { useMagicLinkForm } from "./use-magic-link-form.ts"

/**
 * Signs in by a mailed code, and signs up new users. The code's form replaces that of the email.
 *
 * @example <MagicLinkSignIn />
 */
export const MagicLinkSignIn = () => (
  <SignInSteps>
    <MagicLinkForm />
  </SignInSteps>
)

const MagicLinkForm = () => {
  const messages = useMessages()
  const { busy, error, formError, input, proof, submit, waiting } = useMagicLinkForm()
  return (
    <form {...useScope()} className="ks ks-form" method="post" noValidate onSubmit={submit}>
      <FormNotice error={formError} waiting={waiting} />
      <Field
        {...input}
        label={messages.email}
        type="email"
        placeholder={messages.emailPlaceholder}
        error={error}
        onFocus={preloadSteps}
      />
      <ProofFields proof={proof} />
      <Button type="submit" width="full" busy={busy}>
        {messages.sendEmail}
      </Button>
      <ProofStatus proof={proof} />
    </form>
  )
}
