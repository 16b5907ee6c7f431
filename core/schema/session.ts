/** What the service answers to a sign-in. */
import * as Schema from "effect/Schema"
import { hidden } from "./secret.ts"
import { wire } from "./wire.ts"

// The words stand for nothing: careless code writes them, and a session of theirs would be none.
const isToken = (text: string) => text !== "" && text !== "undefined" && text !== "null"
const Token = hidden(Schema.String.check(Schema.makeFilter(isToken, { expected: "a token" })))

/** The tokens of a new session. */
export class PasswordSignInResult extends Schema.Opaque<PasswordSignInResult>()(
  wire({ accessToken: Token, refreshToken: Token, userId: Schema.String })
) {}

/** The tokens of a new session, and whether its user is new. */
export class SignInResult extends Schema.Opaque<SignInResult>()(
  wire({ accessToken: Token, refreshToken: Token, isNewUser: Schema.Boolean, userId: Schema.String })
) {}

/** What deletions and other answers without content say. */
export const Success = wire({ success: Schema.Literal(true) })

/** A verification code is good; looking does not use it up. */
export const CodeIsValid = wire({ isCodeValid: Schema.Literal(true) })
