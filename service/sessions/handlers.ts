/** The session of the caller. */
import { Clock, Effect, Redacted } from "effect"
import { signOut } from "../../core/api/sessions.ts"
import { RefreshTokenNotFoundOrExpired } from "../../core/errors/session.ts"
import { header } from "../../core/http/headers.ts"
import { caller } from "../endpoint/caller.ts"
import { implement } from "../endpoint/implement.ts"
import { schemaError } from "../endpoint/schema-error.ts"
import type { Received } from "../endpoint/received.ts"
import { SessionStore } from "./session-store.ts"

/** The session is named by its refresh token, in a header. */
const needsRefreshToken = (received: Received) =>
  received.headers[header.refreshToken]
    ? Effect.succeed(received)
    : Effect.fail(schemaError(received.title, [`headers.${header.refreshToken}: Missing`]))

export const handlers = [
  implement(
    signOut,
    Effect.fnUntraced(function*() {
      const { project, refreshToken } = yield* caller
      const sessions = yield* SessionStore
      const now = yield* Clock.currentTimeMillis
      const ended = refreshToken !== null && (yield* sessions.remove(project.id, Redacted.value(refreshToken), now))
      return ended ? { success: true as const } : yield* new RefreshTokenNotFoundOrExpired()
    }),
    { prepare: needsRefreshToken }
  )
]
