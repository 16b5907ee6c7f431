/** Booleans as text. */
import * as Schema from "effect/Schema"

/** `true` or `false` as text, in queries. */
export const BooleanText = Schema.Literals(["true", "false"])
