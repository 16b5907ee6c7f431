/** The challenge of PKCE (RFC 7636, section 4.2). */
import * as Schema from "effect/Schema"
import { matching } from "./matching.ts"

export const CodeChallenge = Schema.String.check(matching(/^[\w.~-]{43,128}$/u, { expected: "43 to 128 characters" }))
