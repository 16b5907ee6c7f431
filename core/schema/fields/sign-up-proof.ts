/** The proof of a sign-up: a solved challenge, the token of a widget, or the text of a custom check. */
import * as Schema from "effect/Schema"
import { atMost } from "./text.ts"

export const SignUpProof = Schema.String.check(atMost(4096))
