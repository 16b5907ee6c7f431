/** What the service answers to a sign-in. */
import * as Schema from "effect/Schema"
import { hidden } from "./secret.ts"
import { wire } from "./wire.ts"

// The words stand for nothing: careless code writes them, and a session of theirs would be none.
const isToken = (text: string) => text !== "" && text !== "undefined" && text !== "null"
/** A token of a new session. */
export const Token = hidden(Schema.String.check(Schema.makeFilter(isToken, { expected: "a token" })))

/** The tokens of a new session. */
export class PasswordSignInResult extends Schema.Opaque<PasswordSignInResult>()(
  wire({ accessToken: Token, refreshToken: Token, userId: Schema.String })
) {}

/** What deletions and other answers without content say. */
export const Success = wire({ success: Schema.Literal(true) })
