/** Responses to a sign-in: the tokens of the new session. */
import * as Schema from "effect/Schema"
import { redacted } from "./fields/secret.ts"
import { wire } from "./wire.ts"

// Code that converts a missing token to a string sends these words. They are no tokens.
const isToken = (text: string) => text !== "" && text !== "undefined" && text !== "null"

/** A token of a new session. */
export const Token = redacted(Schema.String.check(Schema.makeFilter(isToken, { expected: "a token" })))

/** The tokens of a new session. */
export class PasswordSignInResult extends Schema.Opaque<PasswordSignInResult>()(
  wire({ accessToken: Token, refreshToken: Token, userId: Schema.String })
) {}

/** The tokens of a new session. `isNewUser` is true if the sign-in created the user. */
export class SignInResult extends Schema.Opaque<SignInResult>()(
  wire({ accessToken: Token, refreshToken: Token, isNewUser: Schema.Boolean, userId: Schema.String })
) {}
