/**
 * Runs the changes of a request in a transaction in which its session exists.
 *
 * The session is authenticated before the body is read, and may be revoked until the handler changes anything, e.g.
 * while it hashes a password. A change that adds a way into an account, or the sign-up of an anonymous user, must not
 * outlive that revocation.
 */
import { Effect } from "effect"
import { AccessTokenExpired } from "../../../core/errors/access-token.ts"
import { caller } from "../../request/caller.ts"
import { inTransaction } from "../../sql/rows.ts"
import { isSessionRevoked } from "./is-session-revoked.ts"

/** Fails with `AccessTokenExpired`, as the authentication does, if the session of the request was revoked. */
export const requireSession = Effect.gen(function* () {
  const { project, sessionId, userId } = yield* caller
  if (sessionId === null || userId === null) return
  if (yield* isSessionRevoked(project.id, { sessionId, userId })) {
    return yield* new AccessTokenExpired({ expiredAt: null })
  }
})

/** Runs changes in a transaction. Fails with `AccessTokenExpired` if the session of the request was revoked. */
export const inSessionTransaction = <A, E, R>(changes: Effect.Effect<A, E, R>) =>
  inTransaction(Effect.andThen(requireSession, changes))
