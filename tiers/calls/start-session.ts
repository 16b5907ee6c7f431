/** The first and the last step of every sign-in method. */
import * as Effect from "effect/Effect"
import { CookiesBlocked } from "../../core/errors/local-session-errors.ts"
import type { Session } from "../../core/session/session.ts"
import type { Tokens } from "../../core/session/tokens.ts"
import type { CallDependencies } from "./call-dependencies.ts"

/**
 * Fails where a session would be lost: the browser stores no cookies, and the next page is a new document. Runs before
 * the request, so that no code is used up.
 */
export const requireLastingSession = ({
  navigation,
  session
}: Pick<CallDependencies, "navigation" | "session">): Effect.Effect<void, CookiesBlocked> =>
  navigation.method === "window"
    ? Effect.flatMap(session.lasts, (lasts) => (lasts ? Effect.void : Effect.fail(new CookiesBlocked())))
    : Effect.void

/** Signs in with the tokens of a call, in place of the previous session. Returns whether the user is new. */
export const startSession = <E>(
  session: Session["Service"],
  signIn: Effect.Effect<Tokens & { readonly isNewUser: boolean }, E>
): Effect.Effect<{ readonly isNewUser: boolean }, E | Effect.Error<ReturnType<Session["Service"]["start"]>>> =>
  Effect.flatMap(signIn, ({ accessToken, isNewUser, refreshToken }) =>
    Effect.as(session.start({ accessToken, refreshToken }), { isNewUser })
  )
