/** The problem of sending a mail, above the button that sends it. */
import { RequestError } from "../../../core/errors/request-error.ts"
import { Notice } from "../../components/notice.tsx"
import { RequestNotice } from "../../components/request-notice.tsx"
import type { Action } from "../../hooks/use-action.ts"
import { useErrorText } from "../../messages/messages.ts"

/** The state of the action that sends. */
export type SendState = Pick<Action<[], void, { readonly _tag: string; readonly message: string }>, "error" | "waiting">

export const SendProblem = ({ action: { error, waiting } }: { readonly action: SendState }) => {
  const errorText = useErrorText()
  if (error !== null && !(error instanceof RequestError)) return <Notice>{errorText(error)}</Notice>
  return <RequestNotice error={error} waiting={waiting} />
}
