/** What every way to sign in begins and ends with. */
import * as Effect from "effect/Effect"
import { CookiesBlocked } from "../../core/errors/local-errors.ts"
import type { Session } from "../../core/session/session.ts"
import type { Tokens } from "../../core/session/tokens.ts"
import type { CallDependencies } from "./call-dependencies.ts"

/**
 * Fails where signing in would be for nothing: the browser keeps no cookies, and the next page is loaded anew. Asked
 * before anything is sent, so that no code is used up for a session that nobody can hold.
 */
export const requireLastingSession = ({
  navigation,
  session
}: Pick<CallDependencies, "navigation" | "session">): Effect.Effect<void, CookiesBlocked> =>
  navigation.method === "window"
    ? Effect.flatMap(session.lasts, (lasts) => (lasts ? Effect.void : Effect.fail(new CookiesBlocked())))
    : Effect.void

/** Signs in by a call, and tells whether that made the user. Whoever was signed in before is replaced. */
export const startSession = <E>(
  session: Session["Service"],
  signIn: Effect.Effect<Tokens & { readonly isNewUser: boolean }, E>
): Effect.Effect<{ readonly isNewUser: boolean }, E | Effect.Error<ReturnType<Session["Service"]["start"]>>> =>
  Effect.flatMap(signIn, ({ accessToken, isNewUser, refreshToken }) =>
    Effect.as(session.start({ accessToken, refreshToken }), { isNewUser })
  )
