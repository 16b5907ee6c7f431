/** What to say when a call did not work for a reason that is not the user's input. */
import * as Redacted from "effect/Redacted"
import { RequestError } from "../../core/errors/request-error.ts"
import type { Waiting } from "../../core/http/retry.ts"
import { CountdownNotice, Notice } from "../components/notice.tsx"
import type { Messages } from "../messages/english.ts"
import { useMessages } from "../messages/messages.ts"
import type { Template } from "../messages/template.ts"

/** A text for people; or one that counts down to when it no longer holds. */
export type Problem =
  | { readonly text: string; readonly until?: undefined }
  | { readonly text: Template<"count">; readonly until: number }

/** What there is to say; `null` when nobody but the developers could make sense of it. */
export const problemOf = ({ reason }: RequestError, messages: Messages): Problem | null => {
  switch (reason._tag) {
    case "Offline":
      return { text: messages.offline }
    case "NoConnection":
      return { text: reason.diagnostics.health === "reachable" ? messages.connectionBroke : messages.unreachable }
    case "TimedOut":
      return { text: messages.timedOut }
    case "RateLimited":
      return reason.retryAt === null
        ? { text: messages.tooManyAttempts }
        : { text: messages.tooManyAttemptsUntil, until: reason.retryAt.getTime() }
    case "UnexpectedStatus":
      if (reason.status < 500) return null
      return reason.retryAt === null
        ? { text: messages.unavailable }
        : { text: messages.unavailableUntil, until: reason.retryAt.getTime() }
    case "UnknownErrorCode": {
      const text = Redacted.value(reason.text)
      return text === "" ? null : { text }
    }
    default:
      return null
  }
}

/** The error if it is about the request rather than about what was typed. */
export const requestErrorOf = (error: unknown): RequestError | null => error instanceof RequestError ? error : null

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
  const problem = problemOf(error, messages) ?? { text: `${messages.unknownError}. ${messages.unknownErrorText}` }
  return problem.until === undefined
    ? <Notice>{problem.text}</Notice>
    : <CountdownNotice key={problem.until} text={problem.text} until={problem.until} />
}
