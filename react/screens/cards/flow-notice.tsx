/** The notice for a failed sign-in by a button, which has no field to show the error. */
import { Notice } from "../../components/notice.tsx"
import { useErrorText } from "../../messages/messages.ts"
import { RequestNotice } from "../../components/request-notice.tsx"
import { requestErrorOf } from "../../messages/request-problem.ts"

export interface FlowNoticeProps {
  readonly error: { readonly message: string } | null
  /** Replaces the error's own message. */
  readonly text?: string | undefined
}

export const FlowNotice = ({ error, text }: FlowNoticeProps) => {
  const errorText = useErrorText()
  if (error === null) return null
  const requestError = requestErrorOf(error)
  return requestError === null ? <Notice>{text ?? errorText(error)}</Notice> : <RequestNotice error={requestError} />
}
