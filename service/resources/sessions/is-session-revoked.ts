import { Effect } from "effect"
import type { TokenSubject } from "../../crypto/access-tokens.ts"
import { UserStore } from "../users/user-store.ts"
import { SessionStore } from "./session-store.ts"

/** Returns whether a session was revoked. False if its user was deleted: callers have an error of their own for that. */
export const isSessionRevoked = Effect.fnUntraced(function* (projectId: string, subject: TokenSubject) {
  if ((yield* (yield* SessionStore).ofToken(subject)) !== null) return false
  return yield* (yield* UserStore).exists(projectId, subject.userId)
})
