/** The last step of every sign-in method. */
import * as Effect from "effect/Effect"
import type { Session } from "../../core/session/session.ts"
import type { Tokens } from "../../core/session/tokens.ts"

/** Signs in with the tokens of a call, in place of the previous session. Returns whether the user is new. */
export const startSession = <E>(
  session: Session["Service"],
  signIn: Effect.Effect<Tokens & { readonly isNewUser: boolean }, E>
): Effect.Effect<{ readonly isNewUser: boolean }, E | Effect.Error<ReturnType<Session["Service"]["start"]>>> =>
  Effect.flatMap(signIn, ({ accessToken, isNewUser, refreshToken }) =>
    Effect.as(session.start({ accessToken, refreshToken }), { isNewUser })
  )
