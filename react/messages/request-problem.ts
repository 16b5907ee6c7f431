/** Texts for failed requests. */
import * as Redacted from "effect/Redacted"
import { RequestError } from "../../core/errors/request-error.ts"
import type { Messages } from "./english.ts"
import type { Template } from "./template.ts"

/** A text, or a template with the time until it no longer applies, in epoch milliseconds. */
export type RequestProblem =
  { readonly text: string; readonly until?: undefined } | { readonly text: Template<"time">; readonly until: number }

/** Returns the text for a failed request; `null` if the reason has no text for users. */
export const requestProblem = ({ reason }: RequestError, messages: Messages): RequestProblem | null => {
  switch (reason._tag) {
    case "Offline":
      return { text: messages.offline }
    case "NoConnection":
      return { text: reason.diagnostics.health === "reachable" ? messages.connectionBroke : messages.unreachable }
    case "ModuleNotLoaded":
      return { text: globalThis.navigator?.onLine === false ? messages.offline : messages.connectionBroke }
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

/** Returns the error if it is a `RequestError`, else `null`. */
export const requestErrorOf = (error: unknown): RequestError | null => (error instanceof RequestError ? error : null)
