/** The first step of every sign-in method. */
import * as Effect from "effect/Effect"
import { CookiesBlocked } from "../../core/errors/local-session-errors.ts"
import type { CallDependencies } from "./call-dependencies.ts"

/**
 * Fails where a session would be lost: the browser stores no cookies, and the next page is a new document. Runs before
 * the request, so that no code is used up.
 */
export const requirePersistentSession = ({
  navigation,
  session
}: Pick<CallDependencies, "navigation" | "session">): Effect.Effect<void, CookiesBlocked> =>
  navigation.method === "window"
    ? Effect.flatMap(session.isPersistent, (isPersistent) =>
        isPersistent ? Effect.void : Effect.fail(new CookiesBlocked())
      )
    : Effect.void
