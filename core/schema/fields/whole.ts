/** Whole numbers within bounds. */
import * as Schema from "effect/Schema"

/** A safe integer between two inclusive bounds. */
export const whole = (minimum: number = Number.MIN_SAFE_INTEGER, maximum: number = Number.MAX_SAFE_INTEGER) =>
  Schema.Finite.check(
    Schema.makeFilter((number) => Number.isInteger(number) && number >= minimum && number <= maximum, {
      expected: minimum === Number.MIN_SAFE_INTEGER ? "an integer" : `an integer between ${minimum} and ${maximum}`,
      toJsonSchema: () => ({ type: "integer", minimum, maximum }),
      arbitraryConstraint: { number: "integer", minimum, maximum }
    })
  )
