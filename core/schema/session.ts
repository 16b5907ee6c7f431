/** What the service answers to a sign-in. */
import * as Schema from "effect/Schema"
import { wire } from "./wire.ts"

const Token = Schema.RedactedFromValue(Schema.NonEmptyString)

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
