/** Schemas of injected faults. */
import { Schema } from "effect"

const inRange = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const atMost = (length: number) => Schema.NonEmptyString.check(Schema.isMaxLength(length))

/** The frequency of a fault. Default: every request, until the fault is removed. */
const frequency = {
  /** The number of times after which the fault is removed. */
  times: Schema.optionalKey(inRange(1, 1_000_000)),
  /** The probability of the fault, above 0 and at most 1. */
  share: Schema.optionalKey(
    Schema.Finite.check(Schema.makeFilter((share) => share > 0 && share <= 1, { expected: "above 0 and up to 1" }))
  ),
  /** The seed of the random choice by `share`. Default: Effect's `Random` of the program. */
  seed: Schema.optionalKey(atMost(100))
}

const requests = {
  /**
   * The path without its query, e.g. `/api/v1/users/me`; `*` matches any text, as in `/api/v1/auth*`. Default:
   * every path.
   */
  path: Schema.optionalKey(atMost(200)),
  /** Default: every method except OPTIONS. CORS preflight requests never get a fault. */
  method: Schema.optionalKey(Schema.Literals(["GET", "POST", "PUT", "PATCH", "DELETE"])),
  ...frequency
}

const retryAfter = {
  /** The value of `Retry-After`. Default: no such header. */
  retryAfterSeconds: Schema.optionalKey(inRange(0, 31_536_000)),
  /** The form of `Retry-After` (RFC 9110, section 10.2.3). Default: seconds. */
  retryAfterForm: Schema.optionalKey(Schema.Literals(["seconds", "date"]))
}

const Kinds = {
  /** Delays the response. Further faults can apply to the same request. */
  delay: Schema.Struct({ kind: Schema.Literal("delay"), millis: inRange(0, 600_000), ...requests }),
  /** Responds with 429. The request is not handled. */
  rateLimit: Schema.Struct({ kind: Schema.Literal("rateLimit"), ...retryAfter, ...requests }),
  /** Responds with 500. The request is not handled. */
  serverError: Schema.Struct({ kind: Schema.Literal("serverError"), ...requests }),
  /** Responds with 503. The request is not handled. */
  unavailable: Schema.Struct({ kind: Schema.Literal("unavailable"), ...retryAfter, ...requests }),
  /** Responds with 508 and `INFINITE_LOOP_DETECTED`. The request is not handled. */
  loop: Schema.Struct({ kind: Schema.Literal("loop"), ...requests }),
  /** Closes the connection without a response. The request is not handled. */
  reset: Schema.Struct({ kind: Schema.Literal("reset"), ...requests }),
  /** Handles the request, and closes the connection within the response. */
  truncate: Schema.Struct({ kind: Schema.Literal("truncate"), ...requests }),
  /** Handles the request, and replaces the known-error header of the response by one that contradicts its body. */
  wrongErrorHeader: Schema.Struct({ kind: Schema.Literal("wrongErrorHeader"), ...requests }),
  /** Handles the request, and issues access tokens that have already expired. */
  expireTokens: Schema.Struct({ kind: Schema.Literal("expireTokens"), ...requests }),
  /** Drops a mail. `to` is the address; `*` matches any text. Default: every address. */
  dropMail: Schema.Struct({ kind: Schema.Literal("dropMail"), to: Schema.optionalKey(atMost(320)), ...frequency })
}

/** The definition of a fault to inject. */
export const Fault = Schema.Union(Object.values(Kinds))
/** A fault to inject into responses. */
export type Fault = typeof Fault.Type
export type FaultKind = Fault["kind"]

/** A fault of requests. */
export type RequestFault = Exclude<Fault, { readonly kind: "dropMail" }>
export type MailFault = Extract<Fault, { readonly kind: "dropMail" }>

/** An active fault. */
export interface ActiveFault {
  /** The id of the fault. */
  readonly id: string
  /** The fault. */
  readonly fault: Fault
  /** The number of times that the fault was applied. */
  readonly used: number
}
