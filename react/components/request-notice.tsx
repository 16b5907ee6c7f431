/** The notice for a failed request. */
import type { Waiting } from "../../core/http/retry.ts"
import { CountdownNotice, Notice } from "./notice.tsx"
import { useMessages } from "../messages/messages.ts"
import { type RequestFailure, requestProblem } from "../messages/request-problem.ts"

export interface RequestNoticeProps {
  readonly error: RequestFailure | null
  /** Set while a call waits for its next attempt. */
  readonly waiting?: Waiting | null
}

export const RequestNotice = ({ error, waiting = null }: RequestNoticeProps) => {
  const messages = useMessages()
  if (waiting !== null) {
    return <CountdownNotice key={waiting.until} role="status" text={messages.retryingIn} until={waiting.until} />
  }
  if (error === null) return null
  const problem = requestProblem(error, messages) ?? { text: messages.unknownErrorNotice }
  return problem.until === undefined ? (
    <Notice>{problem.text}</Notice>
  ) : (
    <CountdownNotice key={problem.until} text={problem.text} until={problem.until} />
  )
}
