import { Clock, Effect } from "effect"
import { CliAuthError } from "../../../core/errors/command-line.ts"
import { inTransaction } from "../../sql/rows.ts"
import { startSession } from "../sessions/start-session.ts"
import { anonymousSession } from "./anonymous-session.ts"
import { CommandLineStore } from "./command-line-store.ts"
import { requireOpenSignIn } from "./require-open-sign-in.ts"

/**
 * Starts a session of the anonymous user on the command line for the browser, once. The refresh token of the command
 * line itself is not stored, so it cannot be handed out.
 */
export const claimSession = Effect.fnUntraced(function* (projectId: string, loginCode: string) {
  const signIn = yield* requireOpenSignIn(projectId, loginCode)
  const now = yield* Clock.currentTimeMillis
  const session = yield* anonymousSession(projectId, signIn.anonymousSessionId, now)
  if (session === null || !(yield* (yield* CommandLineStore).claim(signIn.id, now))) {
    return yield* new CliAuthError({ message: "There is no session of an anonymous user to continue." })
  }
  const { accessToken, refreshToken } = yield* startSession(projectId, session.userId, {
    ...(session.endsAt !== null && { lifetimeMillis: session.endsAt.getTime() - now })
  })
  return { accessToken, refreshToken }
}, inTransaction)
