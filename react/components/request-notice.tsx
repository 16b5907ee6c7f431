/** What to say when a call did not work for a reason that is not the user's input. */
import type { RequestError } from "../../core/errors/request-error.ts"
import type { Waiting } from "../../core/http/retry.ts"
import { CountdownNotice, Notice } from "./notice.tsx"
import { useMessages } from "../messages/messages.ts"
import { requestProblem } from "../messages/request-problem.ts"

export interface RequestNoticeProps {
  readonly error: RequestError | null
  /** The call is waiting before it goes again. */
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
