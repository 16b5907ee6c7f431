/** Check of a text by a regular expression. */
import * as Schema from "effect/Schema"

/** A text that matches an expression, which has no flags except `u`. */
export const matching = (pattern: RegExp, rule: { readonly expected: string } | { readonly message: string }) =>
  Schema.makeFilter((text: string) => pattern.test(text), {
    ...rule,
    toJsonSchema: () => ({ pattern: pattern.source }),
    arbitraryConstraint: { patterns: [{ source: pattern.source, flags: pattern.flags }] }
  })
