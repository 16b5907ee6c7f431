/** Whole numbers within bounds. */
import * as Schema from "effect/Schema"

const isWhole = (minimum: number, maximum: number) =>
  Schema.makeFilter((number: number) => Number.isInteger(number) && number >= minimum && number <= maximum, {
    expected: minimum === Number.MIN_SAFE_INTEGER ? "an integer" : `an integer between ${minimum} and ${maximum}`,
    toJsonSchema: () => ({ type: "integer", minimum, maximum }),
    arbitraryConstraint: { number: "integer", minimum, maximum }
  })

/** A safe integer between two inclusive bounds. */
export const integerBetween = (minimum: number = Number.MIN_SAFE_INTEGER, maximum: number = Number.MAX_SAFE_INTEGER) =>
  Schema.Finite.check(isWhole(minimum, maximum))

/** A whole number between two inclusive bounds as text, in queries. */
export const wholeText = (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER) =>
  Schema.FiniteFromString.check(isWhole(minimum, maximum))
