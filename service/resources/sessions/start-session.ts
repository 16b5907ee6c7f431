/** Starts sessions and issues their tokens. */
import { Clock, Effect, Redacted } from "effect"
import { DEFAULT_SESSION_MILLIS } from "../../../core/api/sessions.ts"
import type { PasswordSignInResult } from "../../../core/schema/session.ts"
import { noteSignIn } from "../../audit/current-audit.ts"
import { AccessTokens, type TokenSubject } from "../../crypto/access-tokens.ts"
import { newOpaqueToken } from "../../crypto/opaque-token.ts"
import { inTransaction } from "../../sql/rows.ts"
import { unavailable } from "../../sql/unavailable.ts"
import { UserStore } from "../users/user-store.ts"
import { SessionStore } from "./session-store.ts"
import { randomUUID } from "node:crypto"

/** Starts a new session and returns its tokens. Nothing of an earlier session is reused. */
export const startSession = Effect.fnUntraced(function* (
  projectId: string,
  userId: string,
  lifetimeMillis: number = DEFAULT_SESSION_MILLIS
): Effect.fn.Return<
  PasswordSignInResult,
  never,
  SessionStore | AccessTokens | Effect.Services<ReturnType<typeof issueAccessToken>>
> {
  const sessions = yield* SessionStore
  yield* noteSignIn(projectId, userId)
  const now = yield* Clock.currentTimeMillis
  const refreshToken = newOpaqueToken()
  const sessionId = randomUUID()
  yield* sessions.insert({
    id: sessionId,
    projectId,
    userId,
    refreshToken,
    createdAt: now,
    expiresAt: now + lifetimeMillis
  })
  const accessToken = yield* issueAccessToken(projectId, { userId, sessionId })
  return { accessToken, refreshToken: Redacted.make(refreshToken), userId }
}, inTransaction)

const issueAccessToken = Effect.fnUntraced(function* (projectId: string, subject: TokenSubject) {
  yield* recordActivity(projectId, subject.userId)
  return yield* (yield* AccessTokens).issue(projectId, subject)
})

/** Issues another access token for a session, also while the database is read-only, e.g. because of a full disk. */
export const renewAccessToken = Effect.fnUntraced(function* (projectId: string, subject: TokenSubject) {
  yield* Effect.catchDefect(recordActivity(projectId, subject.userId), (defect) =>
    unavailable(defect) === null ? Effect.die(defect) : Effect.void
  )
  return yield* (yield* AccessTokens).issue(projectId, subject)
})

const recordActivity = Effect.fnUntraced(function* (projectId: string, userId: string) {
  yield* (yield* UserStore).recordActivity(projectId, userId, yield* Clock.currentTimeMillis)
})
