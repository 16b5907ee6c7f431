/** Base64. */
import * as Schema from "effect/Schema"

/** Base64 with padding (RFC 4648, section 4). */
export const Base64 = Schema.String.check(
  Schema.makeFilter((text) => text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text), { expected: "base64" })
)
