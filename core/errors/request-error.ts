/**
 * `RequestError`: everything that can go wrong with a call besides the known errors it declares.
 *
 * One class with a `reason`, so that a call's error type stays short. Take reasons apart with
 * `Effect.catchReason("RequestError", "RateLimited", (reason) => …)`.
 */
import * as Data from "effect/Data"
import type * as Redacted from "effect/Redacted"
import * as SchemaIssue from "effect/SchemaIssue"
import { checkOption, checkSetting } from "../environment/variables.ts"
import type { AnyKnownError } from "./known-error.ts"
import type { CommonError } from "./common-errors.ts"
import type { InvalidOAuthClientIdOrSecret } from "./oauth.ts"

/** What was found out after a call did not get through. No host but the configured one is asked. */
export interface Diagnostics {
  /** What the platform says about the network; `null` where it says nothing. */
  readonly online: boolean | null
  /** Whether the configured service answered its health check. */
  readonly health: "reachable" | "unreachable"
}

/** The request did not reach the service, or its answer did not come back. */
export class NoConnection extends Data.TaggedError("NoConnection")<{
  /** The platform's name for the failure, e.g. `ECONNREFUSED`. */
  readonly description: string
  readonly diagnostics: Diagnostics
}> {}

/** The code of the call could not be loaded, which the SDK does on first use; nothing was sent. */
export class ModuleNotLoaded extends Data.TaggedError("ModuleNotLoaded")<{
  /** The name of the module, e.g. `passkey ceremonies`. */
  readonly module: string
  /** The platform's name for the failure, e.g. `TypeError`. */
  readonly description: string
}> {}

/** The device says that it is offline; nothing was sent. */
export class Offline extends Data.TaggedError("Offline")<{}> {}

/** There was no answer within the time limit of one attempt, or of the whole call. */
export class TimedOut extends Data.TaggedError("TimedOut")<{
  readonly limit: "attempt" | "call"
  readonly millis: number
}> {}

/** The service asks to wait (429). */
export class RateLimited extends Data.TaggedError("RateLimited")<{
  /** When the service will take the call again, if it said so. */
  readonly retryAt: Date | null
}> {}

/** The answer contradicts itself or the protocol. */
export class BrokenProtocol extends Data.TaggedError("BrokenProtocol")<{ readonly explanation: string }> {}

/** A known error of a code that this call does not know: the service may be newer than this client. */
export class UnknownErrorCode extends Data.TaggedError("UnknownErrorCode")<{
  readonly code: string
  readonly status: number
  /** The service's text for people. Hidden from logs: nobody knows what it holds. */
  readonly text: Redacted.Redacted<string>
}> {}

/** A status that means failure, without a known error. */
export class UnexpectedStatus extends Data.TaggedError("UnexpectedStatus")<{
  readonly status: number
  /** The first 2,000 characters of the answer. Hidden from logs: nobody knows what it holds. */
  readonly body: Redacted.Redacted<string>
  /** When the service will take the call again, if it said so (503). */
  readonly retryAt: Date | null
}> {}

/** A success whose body does not match its schema. */
export class UnexpectedBody extends Data.TaggedError("UnexpectedBody")<{ readonly issue: SchemaIssue.Issue | null }> {}

/** The response's body is longer than the option `maxResponseBytes` allows. It was not read to its end. */
export class ResponseTooLarge extends Data.TaggedError("ResponseTooLarge")<{ readonly limitBytes: number }> {}

/** The service refuses the session again, right after its access token was refreshed. */
export class SessionRejected extends Data.TaggedError("SessionRejected")<{ readonly code: string }> {}

/**
 * Somebody else has signed in: while the call waited for its next attempt, or since the user was read in whose name it
 * was made. Nothing was sent as them.
 */
export class SessionChanged extends Data.TaggedError("SessionChanged")<{}> {}

/** There is nowhere to keep the tokens; what was kept before is still there. */
export class TokensNotStored extends Data.TaggedError("TokensNotStored")<{
  /**
   * `cookie-too-large`: a cookie of more than 4096 bytes, which no browser keeps. `no-store`: the token store is `null`.
   */
  readonly problem: "cookie-too-large" | "no-store"
}> {}

/** A known error that any call can meet: wrong, missing or revoked keys, unknown project, a request that breaks the schema. */
export class Refused extends Data.TaggedError("Refused")<{
  readonly error: CommonError | InvalidOAuthClientIdOrSecret
}> {}

/** The input breaks a rule of its fields; nothing was sent. */
export class InvalidInput extends Data.TaggedError("InvalidInput")<{ readonly issue: SchemaIssue.Issue }> {}

/** This app cannot make the call; nothing was sent. */
export class NotAvailable extends Data.TaggedError("NotAvailable")<{
  /**
   * `ownerSession`: an app that acts by its owner's session does neither OAuth nor token refresh. `ownerSignedOut`: that
   * session has ended, or is somebody else's by now. `tier`: only the tiers that the explanation names may.
   */
  readonly cause: "ownerSession" | "ownerSignedOut" | "tier"
  /** Why, in words. */
  readonly explanation: string
}> {}

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

/** What was expected and where, in one line. Never the value. */
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
      return `no answer within ${reason.millis} ms.`
    case "RateLimited":
      return `too many requests${reason.retryAt === null ? "" : `; try again at ${reason.retryAt.toISOString()}`}.`
    case "BrokenProtocol":
      return `the answer breaks the protocol: ${reason.explanation}.`
    case "UnknownErrorCode":
      return `the service answered with an unknown error. Unknown KnownError code: ${reason.code}.`
    case "UnexpectedStatus":
      return `the service answered with status ${reason.status}.`
    case "UnexpectedBody":
      // What is no JSON at all comes from something else: a page, or a proxy.
      return `the answer is not what this call promises${
        reason.issue === null ? `, no JSON. ${checkSetting("baseUrl")}` : `: ${describe(reason.issue)}.`
      }`
    case "ResponseTooLarge":
      return `the response has more than ${reason.limitBytes} bytes. ${checkOption("maxResponseBytes", undefined)}`
    case "SessionChanged":
      return "somebody else has signed in meanwhile."
    case "SessionRejected":
      return `the service refuses a session that was just refreshed (${reason.code}).`
    case "TokensNotStored":
      return `the tokens cannot be stored (${reason.problem}).`
    case "Refused": {
      const { setting } = reason.error.constructor as Partial<AnyKnownError>
      return `${reason.error.message}${setting === undefined ? "" : ` ${checkSetting(setting)}`}`
    }
    case "InvalidInput":
      return `the input is not valid: ${describe(reason.issue)}.`
    case "NotAvailable":
      return `${reason.explanation}.`
  }
}

export class RequestError extends Data.TaggedError("RequestError")<{
  /** The call, e.g. `GET /users/me`, or `session` when it is about the tokens that are kept. */
  readonly endpoint: string
  readonly reason: RequestErrorReason
}> {
  override get message(): string {
    return `${this.endpoint}: ${explain(this.reason)}`
  }
}
