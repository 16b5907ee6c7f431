/** Handles the endpoints of the caller's session. */
import { Clock, Effect, Redacted } from "effect"
import { refresh, signOut } from "../../../core/api/sessions/current.ts"
import { RefreshTokenNotFoundOrExpired } from "../../../core/errors/refresh-token.ts"
import { caller } from "../../request/caller.ts"
import { implement } from "../../endpoint/implement.ts"
import { inTransaction } from "../../sql/rows.ts"
import { SessionStore } from "./session-store.ts"
import { renewAccessToken } from "./start-session.ts"
import { createHandlers } from "./create-handlers.ts"
import { listHandlers } from "./list-handlers.ts"

export { layer } from "./session-store.ts"

export const handlers = [
  ...createHandlers,
  ...listHandlers,

  implement(
    signOut,
    Effect.fnUntraced(function* () {
      const { project, refreshToken } = yield* caller
      const sessions = yield* SessionStore
      const now = yield* Clock.currentTimeMillis
      const ended = refreshToken !== null && (yield* sessions.end(project.id, Redacted.value(refreshToken), now))
      return ended ? { success: true as const } : yield* new RefreshTokenNotFoundOrExpired()
    }, inTransaction)
  ),

  implement(
    refresh,
    Effect.fnUntraced(function* () {
      const { project, refreshToken } = yield* caller
      const sessions = yield* SessionStore
      const now = yield* Clock.currentTimeMillis
      const subject = refreshToken && (yield* sessions.find(project.id, Redacted.value(refreshToken), now))
      const accessToken = subject && (yield* renewAccessToken(project.id, subject))
      return accessToken === null ? yield* new RefreshTokenNotFoundOrExpired() : { accessToken }
    })
  )
]
