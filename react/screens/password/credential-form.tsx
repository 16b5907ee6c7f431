/** The form element of the credential forms, with its notice and submit button. */
import type { ReactNode, SubmitEvent } from "react"
import { Button } from "../../components/button.tsx"
import { type FormError, FormNotice } from "../../forms/form-notice.tsx"
import { ProofFields, ProofStatus } from "../../forms/proof-fields.tsx"
import type { FormProof } from "../../forms/form-proof.ts"
import type { Task } from "../../runtime/use-task.ts"
import { useScope } from "../../theme/scope.tsx"

export interface CredentialFormProps {
  readonly action: Pick<Task<[], void, FormError>, "error" | "pending" | "waiting">
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  readonly submit: string
  /** The proof for a sign-up. Default none. */
  readonly proof?: FormProof | undefined
  readonly children: ReactNode
}

/** `method="post"` keeps the password out of the URL if the browser submits the form. */
export const CredentialForm = ({
  action: { error, pending, waiting },
  children,
  onSubmit,
  proof,
  submit
}: CredentialFormProps) => (
  <form {...useScope()} className="ks ks-form" method="post" noValidate onSubmit={onSubmit}>
    <FormNotice error={error} waiting={waiting} />
    {children}
    {proof !== undefined && <ProofFields proof={proof} />}
    <Button type="submit" width="full" busy={pending}>
      {submit}
    </Button>
    {proof !== undefined && <ProofStatus proof={proof} />}
  </form>
)
