/** Finds calls of a tier by their paths, e.g. `getUser` or `teams.list`. */
import type * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

type Call = Effect.Effect<unknown, unknown>

const memberAt = (calls: object, path: string): unknown =>
  path
    .split(".")
    .reduce((group: unknown, name) => (Predicate.hasProperty(group, name) ? group[name] : undefined), calls)

/** Returns whether the call at a path takes input: whether it is a function that returns an effect. */
export const takesInput = (calls: object, path: string): boolean => typeof memberAt(calls, path) === "function"

/** Returns the effect of the call at a path with its input. */
export const callAt = (calls: object, path: string, input: ReadonlyArray<unknown>): Call => {
  // A path is that of a call: the rules of the cache name each one, which the compiler checks.
  const member = memberAt(calls, path) as Call | ((...input: ReadonlyArray<unknown>) => Call)
  return typeof member === "function" ? member(...input) : member
}
