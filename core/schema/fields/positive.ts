/** Positive numbers. */
import * as Schema from "effect/Schema"

export const Positive = Schema.Finite.check(
  Schema.makeFilter((number) => number > 0, { expected: "a positive number" })
)
