/** The form element of the credential forms, with its notice and submit button. */
import type { ReactNode, SubmitEvent } from "react"
import { Button } from "../../components/button.tsx"
import { requestErrorOf } from "../../messages/request-problem.ts"
import type { Task } from "../../runtime/use-task.ts"
import { useScope } from "../../theme/scope.tsx"
import { RequestNotice } from "../../components/request-notice.tsx"

export interface CredentialFormProps {
  readonly action: Pick<Task<[], void, { readonly message: string }>, "error" | "pending" | "waiting">
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  readonly submit: string
  readonly children: ReactNode
}

/** `method="post"` keeps the password out of the URL if the browser submits the form. */
export const CredentialForm = ({
  action: { error, pending, waiting },
  children,
  onSubmit,
  submit
}: CredentialFormProps) => (
  <form {...useScope()} className="ks ks-form" method="post" noValidate onSubmit={onSubmit}>
    <RequestNotice error={requestErrorOf(error)} waiting={waiting} />
    {children}
    <Button type="submit" width="full" busy={pending}>
      {submit}
    </Button>
  </form>
)
