/** Plain text: checks of length. */
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
