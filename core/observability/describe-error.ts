/** Describes errors for spans and metrics: a type of low cardinality and the status, never the message. */
import * as Predicate from "effect/Predicate"
import { RequestError } from "../errors/request-error.ts"

export interface ErrorFacts {
  /** `error.type` of the convention: a known error's code, a `RequestError`'s reason, else the error's tag. */
  readonly type: string
  /** The HTTP status, if the service responded. */
  readonly status: number | undefined
}

const field = <Type>(error: unknown, name: string, is: (value: unknown) => value is Type): Type | undefined => {
  const value = Predicate.hasProperty(error, name) ? error[name] : undefined
  return is(value) ? value : undefined
}

export const describeError = (error: unknown): ErrorFacts => {
  const { reason } = error instanceof RequestError ? error : { reason: error }
  // A common error is wrapped in the `RequestError`.
  if (error instanceof RequestError && error.reason._tag === "Refused") return describeError(error.reason.error)
  const tag = field(reason, "_tag", Predicate.isString)
  return {
    // The code of an unknown error can be any text.
    type: (error instanceof RequestError ? undefined : field(reason, "code", Predicate.isString)) ?? tag ?? "_OTHER",
    status: tag === "RateLimited" ? 429 : field(reason, "status", Predicate.isNumber)
  }
}
