/** What people are told about a call that did not work for a reason that is not their input. */
import * as Redacted from "effect/Redacted"
import { RequestError } from "../../core/errors/request-error.ts"
import type { Messages } from "./english.ts"
import type { Template } from "./template.ts"

/** A text for people; or one that counts down to when it no longer holds. */
export type RequestProblem =
  { readonly text: string; readonly until?: undefined } | { readonly text: Template<"time">; readonly until: number }

/** What there is to say; `null` when nobody but the developers could make sense of it. */
export const requestProblem = ({ reason }: RequestError, messages: Messages): RequestProblem | null => {
  switch (reason._tag) {
    case "Offline":
      return { text: messages.offline }
    case "NoConnection":
      return { text: reason.diagnostics.health === "reachable" ? messages.connectionBroke : messages.unreachable }
    case "ModuleNotLoaded":
      return { text: messages.connectionBroke }
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
export const requestErrorOf = (error: unknown): RequestError | null => (error instanceof RequestError ? error : null)
