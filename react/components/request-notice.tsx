/** The notice for a failed request. A notice about an offline device is removed when the device is online again. */
import type { RetryWait } from "../../core/http/retry.ts"
import { CountdownNotice, Notice } from "./notice.tsx"
import { useMessages } from "../messages/messages.ts"
import type { RequestFailure } from "../messages/request-problem.ts"
import { useRequestProblem } from "./use-request-problem.ts"

export interface RequestNoticeProps {
  readonly error: RequestFailure | null
  /** Set during the delay before the next attempt of a call. */
  readonly waiting?: RetryWait | null
}

export const RequestNotice = ({ error, waiting = null }: RequestNoticeProps) => {
  const messages = useMessages()
  const problem = useRequestProblem(error)
  if (waiting !== null) {
    return <CountdownNotice key={waiting.until} role="status" text={messages.retryingIn} until={waiting.until} />
  }
  if (problem === null) return null
  return problem.until === undefined ? (
    <Notice>{problem.text}</Notice>
  ) : (
    <CountdownNotice key={problem.until} text={problem.text} until={problem.until} />
  )
}
