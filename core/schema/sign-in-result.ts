/** Response to a sign-in that may create the user. */
import * as Schema from "effect/Schema"
import { wire } from "./wire.ts"
import { Token } from "./session.ts"

/** The tokens of a new session. `isNewUser` is true if the sign-in created the user. */
export class SignInResult extends Schema.Opaque<SignInResult>()(
  wire({ accessToken: Token, refreshToken: Token, isNewUser: Schema.Boolean, userId: Schema.String })
) {}
