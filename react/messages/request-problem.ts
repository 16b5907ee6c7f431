/** Texts for failed requests. */
import type { RequestError } from "../../core/errors/request-error.ts"
import type { LoadFailure } from "../../core/loading/load-failure.ts"
import type { Messages } from "./english.ts"
import type { Template } from "./template.ts"

/** A failed request, or code that could not be loaded. */
export type RequestFailure = RequestError | LoadFailure

/** A text, or a template with the time until it no longer applies, in epoch milliseconds. */
export type RequestProblem =
  { readonly text: string; readonly until?: undefined } | { readonly text: Template<"time">; readonly until: number }

/** Returns the text for a failed request; `null` if the reason has no text for users. */
export const requestProblem = ({ reason }: RequestFailure, messages: Messages): RequestProblem | null => {
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
        ? { text: messages.tooManyRequests }
        : { text: messages.tooManyRequestsUntil, until: reason.retryAt.getTime() }
    case "UnexpectedStatus":
      if (reason.status < 500) return null
      return reason.retryAt === null
        ? { text: messages.unavailable }
        : { text: messages.unavailableUntil, until: reason.retryAt.getTime() }
    case "UnknownErrorCode": {
      const text = reason.reveal()
      return text === "" ? null : { text }
    }
    default:
      return null
  }
}

/** Returns whether an error is a failed request, by its tag: the class belongs to the engine. */
export const isRequestFailure = (error: unknown): error is RequestFailure =>
  error instanceof Error && "_tag" in error && error._tag === "RequestError"

/** Returns the error if it is a failed request, else `null`. */
export const requestErrorOf = (error: unknown): RequestFailure | null => (isRequestFailure(error) ? error : null)
