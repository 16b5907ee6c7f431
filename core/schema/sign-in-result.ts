/** What the service answers to the other ways to sign in than with a password, and to a look at a code. */
import * as Schema from "effect/Schema"
import { Token } from "./session.ts"
import { wire } from "./wire.ts"

/** The tokens of a new session, and whether its user is new. */
export class SignInResult extends Schema.Opaque<SignInResult>()(
  wire({ accessToken: Token, refreshToken: Token, isNewUser: Schema.Boolean, userId: Schema.String })
) {}

/** A verification code is good; looking does not use it up. */
export const CodeIsValid = wire({ isCodeValid: Schema.Literal(true) })
