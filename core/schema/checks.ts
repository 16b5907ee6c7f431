/**
 * Checks of fields. The library has the same ones, each with a way to write itself down as code, an order and more: what a
 * page loads would grow by 1.2 kB (gzip), though only few of its calls check anything of the kind.
 */
import * as Schema from "effect/Schema"

export { atMost, NonEmpty } from "./credential.ts"

/** A text that an expression without flags other than `u` matches. */
export const matching = (pattern: RegExp, rule: { readonly expected: string } | { readonly message: string }) =>
  Schema.makeFilter((text: string) => pattern.test(text), {
    ...rule,
    toJsonSchema: () => ({ pattern: pattern.source }),
    arbitraryConstraint: { patterns: [{ source: pattern.source, flags: pattern.flags }] }
  })

/** A whole number that a `number` holds exactly, between two bounds that both count. */
export const whole = (minimum: number = Number.MIN_SAFE_INTEGER, maximum: number = Number.MAX_SAFE_INTEGER) =>
  Schema.Finite.check(
    Schema.makeFilter((number) => Number.isInteger(number) && number >= minimum && number <= maximum, {
      expected: minimum === Number.MIN_SAFE_INTEGER ? "an integer" : `an integer between ${minimum} and ${maximum}`,
      toJsonSchema: () => ({ type: "integer", minimum, maximum }),
      arbitraryConstraint: { number: "integer", minimum, maximum }
    })
  )
