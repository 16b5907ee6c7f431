/** The sessions of a user: one for each sign-in. */
import * as Effect from "effect/Effect"
import * as Api from "../../core/api/active-sessions.ts"
import { call } from "../../core/call/call.ts"
import type { ActiveSession } from "../../core/schema/active-session.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import type { CallError } from "./call-error.ts"
import { isMissingFromService } from "./missing-from-service.ts"

/** The errors of `sessions.list`. */
export type ListSessionsError = CallError<typeof Api.list>

/** The errors of `sessions.revoke`. */
export type RevokeSessionError = CallError<typeof Api.remove>

/** The errors of `sessions.revokeOthers`. */
export type RevokeSessionsError = CallError<typeof Api.removeOthers | typeof Api.remove | typeof Api.list>

/** A service before Stack Auth 2.8 does not have these calls: the reason of the `RequestError` is `NotAvailable`. */
export interface ActiveSessionCalls {
  /** Returns the sessions that have not ended, the newest first: at most 200, with the current one. */
  readonly list: () => Effect.Effect<ReadonlyArray<ActiveSession>, ListSessionsError>
  /**
   * Revokes another session than the current one, which `signOut` ends. Its access tokens are refused from then on.
   *
   * @param id The id of the session.
   */
  readonly revoke: (id: string) => Effect.Effect<void, RevokeSessionError>
  /** Revokes all sessions of the user but the current one. A server without a session of the user revokes all. */
  readonly revokeOthers: () => Effect.Effect<void, RevokeSessionsError>
}

/** The number of sessions that are revoked concurrently. */
const CONCURRENCY = 4

/** The sessions of one user; in the client tier only one's own. */
export const activeSessionCalls = ({ bind }: CallDependencies, userId: string = "me"): ActiveSessionCalls => {
  const list = () => Effect.map(bind(call(Api.list, { query: { userId } })), ({ items }) => items)
  const revoke = (id: string) =>
    bind(Effect.asVoid(call(Api.remove, { params: { session_id: id }, query: { userId } })))
  const revokeSeparately = Effect.flatMap(list(), (sessions) =>
    Effect.forEach(
      sessions.filter(({ isCurrentSession }) => isCurrentSession !== true),
      ({ id }) => Effect.catchTag(revoke(id), "SessionNotFound", () => Effect.void),
      { concurrency: CONCURRENCY, discard: true }
    )
  )
  return {
    list,
    revoke,
    revokeOthers: () =>
      // Only Keystile's service revokes them at once.
      Effect.catchIf(
        bind(Effect.asVoid(call(Api.removeOthers, { query: { userId } }))),
        isMissingFromService,
        () => revokeSeparately
      )
  }
}
