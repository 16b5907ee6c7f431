/** Schemas of plain text with a maximum length or a pattern. */
import * as Schema from "effect/Schema"

/** A text with a maximum length. */
export const atMost = (length: number) =>
  Schema.makeFilter((text: string) => text.length <= length, {
    expected: `at most ${length} characters`,
    toJsonSchema: () => ({ maxLength: length }),
    arbitraryConstraint: { maxLength: length }
  })

export const NonEmpty = Schema.String.check(
  Schema.makeFilter((text) => text !== "", {
    expected: "a text",
    toJsonSchema: () => ({ minLength: 1 }),
    arbitraryConstraint: { minLength: 1 }
  })
)

/** A text that matches an expression, which has no flags except `u`. */
export const matching = (pattern: RegExp, rule: { readonly expected: string } | { readonly message: string }) =>
  Schema.makeFilter((text: string) => pattern.test(text), {
    ...rule,
    toJsonSchema: () => ({ pattern: pattern.source }),
    arbitraryConstraint: { patterns: [{ source: pattern.source, flags: pattern.flags }] }
  })
