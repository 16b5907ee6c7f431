import { Effect } from "effect"
import { type FoundSession, SessionStore } from "../sessions/session-store.ts"
import { UserStore } from "../users/user-store.ts"

/** Returns a session that has not ended if its user is anonymous; `null` otherwise. */
export const anonymousSession = Effect.fnUntraced(function* (
  projectId: string,
  sessionId: string | null,
  now: number
): Effect.fn.Return<FoundSession | null, never, SessionStore | UserStore> {
  const session = sessionId === null ? null : yield* (yield* SessionStore).findById(projectId, sessionId, now)
  const user = session === null ? null : yield* (yield* UserStore).find(projectId, session.userId)
  return user?.isAnonymous === true ? session : null
})
