/**
 * `RequestError`: every failure of a call besides the known errors that it declares.
 *
 * It is one class with a `reason`, so that the error types of calls stay short. Handle single reasons with
 * `Effect.catchReason("RequestError", "RateLimited", (reason) => …)`.
 */
import * as Data from "effect/Data"
import * as Redacted from "effect/Redacted"
import * as SchemaIssue from "effect/SchemaIssue"
import { checkOption, checkSetting } from "../environment/variables.ts"
import { type Inspect, inspectError, inspectKey } from "./inspect-error.ts"
import type { AnyKnownError } from "./known-error.ts"
import type { CommonError } from "./common-errors.ts"
import type { InvalidOAuthClientIdOrSecret } from "./oauth-client.ts"

/** The state of the network after a call got no response. Only the configured service is contacted. */
export interface Diagnostics {
  /** `navigator.onLine`; `null` on platforms without it. */
  readonly online: boolean | null
  /** The result of a health check of the service. */
  readonly health: "reachable" | "unreachable"
}

/** The request did not reach the service, or its response did not arrive. */
export class NoConnection extends Data.TaggedError("NoConnection")<{
  /** The platform's name for the failure, e.g. `ECONNREFUSED`. */
  readonly description: string
  readonly diagnostics: Diagnostics
}> {}

/** The code of the call, which is loaded on first use, could not be loaded. Nothing was sent. */
export class ModuleNotLoaded extends Data.TaggedError("ModuleNotLoaded")<{
  /** The name of the module, e.g. `passkey ceremonies`. */
  readonly module: string
  /** The platform's name for the failure, e.g. `TypeError`. */
  readonly description: string
}> {}

/** The device is offline. Nothing was sent. */
export class Offline extends Data.TaggedError("Offline")<{}> {}

/** No response arrived within the time limit of one attempt, or of the whole call. */
export class TimedOut extends Data.TaggedError("TimedOut")<{
  readonly limit: "attempt" | "call"
  readonly millis: number
}> {}

/** The service limits the rate of requests (429). */
export class RateLimited extends Data.TaggedError("RateLimited")<{
  /** The time from which the call may be repeated, if the response has `Retry-After`. */
  readonly retryAt: Date | null
}> {}

/** The response contradicts itself or the protocol. */
export class BrokenProtocol extends Data.TaggedError("BrokenProtocol")<{ readonly explanation: string }> {}

/** The response has an error code that this client does not have. The service may be newer. */
export class UnknownErrorCode extends Data.TaggedError("UnknownErrorCode")<{
  readonly code: string
  readonly status: number
  /** The service's message. Redacted, because it may hold personal data. */
  readonly text: Redacted.Redacted<string>
}> {
  /** Returns the service's message, for showing it to the user. */
  reveal(): string {
    return Redacted.value(this.text)
  }
}

/** An error status without a known error. */
export class UnexpectedStatus extends Data.TaggedError("UnexpectedStatus")<{
  readonly status: number
  /** The first 2,000 characters of the response. Redacted, because it may hold personal data. */
  readonly body: Redacted.Redacted<string>
  /** The time from which the call may be repeated, if the response has `Retry-After` (503). */
  readonly retryAt: Date | null
}> {}

/** The body of a success does not match its schema. */
export class UnexpectedBody extends Data.TaggedError("UnexpectedBody")<{ readonly issue: SchemaIssue.Issue | null }> {}

/** The response's body is longer than the option `maxResponseBytes` allows. It was not read to its end. */
export class ResponseTooLarge extends Data.TaggedError("ResponseTooLarge")<{ readonly limitBytes: number }> {}

/** The service rejected the access token, and rejected it again after a refresh. */
export class SessionRejected extends Data.TaggedError("SessionRejected")<{ readonly code: string }> {}

/**
 * Another user has signed in before an attempt of the call, or since the user of the call was read. Nothing was sent
 * with the tokens of the other user.
 */
export class SessionChanged extends Data.TaggedError("SessionChanged")<{}> {}

/** The tokens could not be stored. The stored ones are unchanged. */
export class TokensNotStored extends Data.TaggedError("TokensNotStored")<{
  /**
   * `cookie-too-large`: a cookie of more than 4096 bytes, which browsers reject. `no-store`: the token store is `null`.
   * `storage-failed`: a function of the storage threw or rejected.
   */
  readonly problem: "cookie-too-large" | "no-store" | "storage-failed"
}> {}

/**
 * The service responded with a common error: wrong, missing or revoked keys, an unknown project, or a request that does
 * not match the schema.
 */
export class Refused extends Data.TaggedError("Refused")<{
  readonly error: CommonError | InvalidOAuthClientIdOrSecret
}> {}

/** The input does not match its schema. Nothing was sent. */
export class InvalidInput extends Data.TaggedError("InvalidInput")<{ readonly issue: SchemaIssue.Issue }> {}

/** The call is not available here. Nothing was changed. */
export class NotAvailable extends Data.TaggedError("NotAvailable")<{
  /**
   * `ownerSession`: an app that uses its owner's session has neither OAuth nor token refresh. `ownerSignedOut`: that
   * session has ended or changed to another user. `tier`: the call needs one of the tiers in the explanation. `server`:
   * the service of this version does not have the call.
   */
  readonly cause: "ownerSession" | "ownerSignedOut" | "server" | "tier"
  /** The reason, as a clause: the message adds the full stop. */
  readonly explanation: string
}> {}

/** Why a request failed without a known error. */
export type RequestErrorReason =
  | NoConnection
  | ModuleNotLoaded
  | Offline
  | TimedOut
  | RateLimited
  | BrokenProtocol
  | UnknownErrorCode
  | UnexpectedStatus
  | UnexpectedBody
  | ResponseTooLarge
  | SessionChanged
  | SessionRejected
  | TokensNotStored
  | Refused
  | InvalidInput
  | NotAvailable

/** Formats an issue in one line: the path and the expectation, never the value. */
const describe = (issue: SchemaIssue.Issue): string =>
  SchemaIssue.makeFormatterDefault()(issue).replaceAll(/\n */g, " ")

const explain = (reason: RequestErrorReason): string => {
  switch (reason._tag) {
    case "NoConnection":
      return reason.diagnostics.health === "reachable"
        ? `the connection broke (${reason.description}), though the service can be reached.`
        : `the service cannot be reached (${reason.description}). ${checkSetting("baseUrl")}`
    case "ModuleNotLoaded":
      return `its code could not be loaded (${reason.description}). Check the network, and reload the page.`
    case "Offline":
      return "this device is offline."
    case "TimedOut":
      return `no response within ${reason.millis} ms.`
    case "RateLimited":
      return `too many requests${reason.retryAt === null ? "" : `; try again at ${reason.retryAt.toISOString()}`}.`
    case "BrokenProtocol":
      return `the response breaks the protocol: ${reason.explanation}.`
    case "UnknownErrorCode":
      return `the service responded with an unknown error. Unknown KnownError code: ${reason.code}.`
    case "UnexpectedStatus":
      return `the service responded with status ${reason.status}.`
    case "UnexpectedBody":
      // A response without JSON is from another server, e.g. a proxy.
      return `the response is not what this call declares${
        reason.issue === null ? `, no JSON. ${checkSetting("baseUrl")}` : `: ${describe(reason.issue)}.`
      }`
    case "ResponseTooLarge":
      return `the response has more than ${reason.limitBytes} bytes. ${checkOption("maxResponseBytes", undefined)}`
    case "SessionChanged":
      return "another user has signed in meanwhile."
    case "SessionRejected":
      return `the service refuses a session that was just refreshed (${reason.code}).`
    case "TokensNotStored":
      return `the tokens cannot be stored (${reason.problem}).`
    case "Refused": {
      // The class of a known error, which has its facts.
      const { setting } = reason.error.constructor as Partial<AnyKnownError>
      return `${reason.error.message}${setting === undefined ? "" : ` ${checkSetting(setting)}`}`
    }
    case "InvalidInput":
      return `the input is not valid: ${describe(reason.issue)}.`
    case "NotAvailable":
      return `${reason.explanation}.`
  }
}

/** A call failed without a response of the contract: no network, a timeout, a rate limit or a broken response. */
export class RequestError extends Data.TaggedError("RequestError")<{
  /**
   * The request that failed, e.g. `GET /users/me`: `POST /auth/oauth/token` if the access token of a call could not be
   * refreshed. `session` for failures of the token store, and if an adapter has read no
   * session in time; `module …` for code that could not be loaded.
   */
  readonly endpoint: string
  readonly reason: RequestErrorReason
}> {
  override get message(): string {
    return `${this.endpoint}: ${explain(this.reason)}`
  }

  /** Prints the error in Node without keys and tokens. */
  [inspectKey](_depth: number, options: object, inspect: Inspect): string {
    return inspectError(this, options, inspect)
  }
}
