/** Schemas of injected faults. */
import { Schema } from "effect"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const atMost = (length: number) => Schema.NonEmptyString.check(Schema.isMaxLength(length))

/** The frequency of a fault. Default: every time, until it is removed. */
const frequency = {
  /** The number of times after which the fault is removed. */
  times: Schema.optionalKey(between(1, 1_000_000)),
  /** With this probability, above 0 and up to 1. */
  share: Schema.optionalKey(
    Schema.Finite.check(Schema.makeFilter((share) => share > 0 && share <= 1, { expected: "above 0 and up to 1" }))
  ),
  /** Makes `share` choose the same requests again. Default: the program's own `Random`. */
  seed: Schema.optionalKey(atMost(100))
}

const requests = {
  /**
   * The path without its query, e.g. `/api/v1/users/me`; `*` matches any text, as in `/api/v1/auth*`. Default:
   * every path.
   */
  path: Schema.optionalKey(atMost(200)),
  /** Default: every method. The question of a browser before its request (OPTIONS) is never met. */
  method: Schema.optionalKey(Schema.Literals(["GET", "POST", "PUT", "PATCH", "DELETE"])),
  ...frequency
}

const retryAfter = {
  /** The value of `Retry-After`. Default: no such header. */
  retryAfterSeconds: Schema.optionalKey(between(0, 31_536_000)),
  /** The form of `Retry-After` (RFC 9110, section 10.2.3). Default: seconds. */
  retryAfterForm: Schema.optionalKey(Schema.Literals(["seconds", "date"]))
}

const Kinds = {
  /** The answer comes later. Further faults may follow. */
  delay: Schema.Struct({ kind: Schema.Literal("delay"), millis: between(0, 600_000), ...requests }),
  /** 429, and nothing has happened. */
  rateLimit: Schema.Struct({ kind: Schema.Literal("rateLimit"), ...retryAfter, ...requests }),
  /** 500, and nothing has happened. */
  serverError: Schema.Struct({ kind: Schema.Literal("serverError"), ...requests }),
  /** 503, and nothing has happened. */
  unavailable: Schema.Struct({ kind: Schema.Literal("unavailable"), ...retryAfter, ...requests }),
  /** 508 with `INFINITE_LOOP_DETECTED`, and nothing has happened. */
  loop: Schema.Struct({ kind: Schema.Literal("loop"), ...requests }),
  /** The connection ends without an answer, and nothing has happened. */
  reset: Schema.Struct({ kind: Schema.Literal("reset"), ...requests }),
  /** The request is handled, and the connection ends within the response. */
  truncate: Schema.Struct({ kind: Schema.Literal("truncate"), ...requests }),
  /** The request is handled, and the known-error header of the response contradicts its body. */
  wrongErrorHeader: Schema.Struct({ kind: Schema.Literal("wrongErrorHeader"), ...requests }),
  /** Access tokens that are issued have expired already. */
  expireTokens: Schema.Struct({ kind: Schema.Literal("expireTokens"), ...requests }),
  /** A mail never arrives. `to`: the address, where `*` matches any text. Default: every address. */
  dropMail: Schema.Struct({ kind: Schema.Literal("dropMail"), to: Schema.optionalKey(atMost(320)), ...frequency })
}

/** A fault that is to be injected. */
export const Fault = Schema.Union(Object.values(Kinds))
export type Fault = typeof Fault.Type
export type FaultKind = Fault["kind"]

/** A fault of requests. */
export type RequestFault = Exclude<Fault, { readonly kind: "dropMail" }>
export type MailFault = Extract<Fault, { readonly kind: "dropMail" }>

/** An active fault. */
export interface ActiveFault {
  readonly id: string
  readonly fault: Fault
  /** The number of times that it was applied. */
  readonly used: number
}
