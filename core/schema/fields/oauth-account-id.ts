/** Ids of accounts at OAuth providers. */
import * as Schema from "effect/Schema"

/** One line of text. Queries of several accounts join their ids with control characters. */
export const OAuthAccountId = Schema.String.check(
  Schema.makeFilter((text) => /^[^\p{Cc}]{1,1000}$/u.test(text), { expected: "one line of at most 1000 characters" })
)
