/** The form element of the credential forms, with its notice and submit button. */
import type { ReactNode, SubmitEvent } from "react"
import { RequestError } from "../../../core/errors/request-error.ts"
import { Button } from "../../components/button.tsx"
import type { Action } from "../../hooks/use-action.ts"
import { useScope } from "../../theme/scope.tsx"
import { RequestNotice } from "../../components/request-notice.tsx"

export interface CredentialFormProps<Args extends ReadonlyArray<unknown>, E> {
  readonly action: Action<Args, void, E>
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  readonly submit: string
  readonly children: ReactNode
}

/** `method="post"` keeps the password out of the URL if the browser submits the form. */
export const CredentialForm = <Args extends ReadonlyArray<unknown>, E>({
  action: { error, pending, waiting },
  children,
  onSubmit,
  submit
}: CredentialFormProps<Args, E>) => (
  <form {...useScope()} className="ks ks-form" method="post" noValidate onSubmit={onSubmit}>
    <RequestNotice error={error instanceof RequestError ? error : null} waiting={waiting} />
    {children}
    <Button type="submit" width="full" busy={pending}>
      {submit}
    </Button>
  </form>
)
