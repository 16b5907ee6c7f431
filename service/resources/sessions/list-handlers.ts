/** Handles the list of a user's sessions. The client tier has access to those of the signed-in user. */
import { Clock, Effect } from "effect"
import * as Api from "../../../core/api/active-sessions.ts"
import { CannotDeleteCurrentSession, SessionNotFound } from "../../../core/errors/session.ts"
import { UserNotFound } from "../../../core/errors/user.ts"
import type { ActiveSession } from "../../../core/schema/active-session.ts"
import { caller } from "../../request/caller.ts"
import { textError } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { requireAllowedUserId, idOf, ownUserId, userIdOf } from "../../request/references.ts"
import { inTransaction } from "../../sql/rows.ts"
import { UserStore } from "../users/user-store.ts"
import { mayImpersonate } from "../impersonation/may-impersonate.ts"
import { revokeSessions } from "./revoke-sessions.ts"
import { impersonatorOf, type SessionRow, SessionStore } from "./session-store.ts"

const notOwn = textError(403, "Users have access to their own sessions only.")

const activeSession = (row: SessionRow, userId: string, currentId: string | null): ActiveSession => ({
  id: row.id,
  userId,
  createdAt: row.createdAt,
  isImpersonation: row.isImpersonation,
  lastUsedAt: row.lastUsedAt ?? row.createdAt,
  isCurrentSession: row.id === currentId,
  ...(row.isCommandLine && { isCommandLine: true }),
  ...(row.lastAddress !== null && { lastUsedFrom: { address: row.lastAddress } }),
  ...(row.lastUserAgent !== null && { userAgent: row.lastUserAgent })
})

export const listHandlers = [
  implement(
    Api.list,
    Effect.fnUntraced(function* ({ query }) {
      const userId = yield* requireAllowedUserId(query.userId, notOwn)
      const { project, sessionId, tier } = yield* caller
      const rows = yield* (yield* SessionStore).list({
        projectId: project.id,
        userId,
        currentId: sessionId,
        hasImpersonations: tier === "admin",
        now: yield* Clock.currentTimeMillis
      })
      const usable = yield* Effect.filter(rows, (row) => {
        const impersonator = impersonatorOf(row)
        return impersonator === null ? Effect.succeed(true) : mayImpersonate(project.id, impersonator)
      })
      const newestFirst = usable.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
      return { items: newestFirst.map((row) => activeSession(row, userId, sessionId)), isPaginated: false }
    })
  ),

  implement(
    Api.remove,
    Effect.fnUntraced(function* ({ params, query }) {
      const { project, sessionId: currentId, tier } = yield* caller
      // Clients since Stack Auth 2.8.102 send no user in the server tier.
      const userId =
        tier === "client" ? yield* ownUserId : query?.userId === undefined ? null : yield* userIdOf(query.userId)
      const sessionId = idOf(params.session_id)
      if (sessionId === currentId) return yield* new CannotDeleteCurrentSession()
      const now = yield* Clock.currentTimeMillis
      const isRemoved = yield* (yield* SessionStore).remove(project.id, userId, sessionId, now)
      return isRemoved ? { success: true as const } : yield* new SessionNotFound()
    }, inTransaction)
  ),

  implement(
    Api.removeOthers,
    Effect.fnUntraced(function* ({ query }) {
      const userId = yield* requireAllowedUserId(query.userId, notOwn)
      const { project, sessionId, userId: currentUserId } = yield* caller
      if (!(yield* (yield* UserStore).exists(project.id, userId))) return yield* new UserNotFound()
      yield* revokeSessions(project.id, userId, userId === currentUserId ? sessionId : null)
      return { success: true as const }
    }, inTransaction)
  )
]
