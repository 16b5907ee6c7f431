import { Effect } from "effect"
import { AuthorizationCodeStore } from "../oauth/authorization-code-store.ts"
import { FlowStore } from "../oauth/flow-store.ts"
import { VerificationCodeStore } from "../verification-codes/verification-code-store.ts"
import { SessionStore } from "./session-store.ts"

/**
 * Revokes all sessions of a user and the access tokens that were issued for them, except the session `currentId`. Ends
 * the user's unfinished OAuth flows and the sign-ins that require the second factor as well: an authorization code or an
 * attempt code would start a session, and a flow of the type `link` would connect an account. A flow in which an
 * anonymous user signs up ends with its session. Belongs in a transaction.
 */
export const revokeSessions = Effect.fnUntraced(function* (
  projectId: string,
  userId: string,
  currentId: string | null = null
) {
  const sessions = yield* SessionStore
  if (currentId === null) yield* sessions.removeAll(projectId, userId)
  else yield* sessions.removeOthers(projectId, userId, currentId)
  yield* (yield* AuthorizationCodeStore).removeWithoutSession(projectId, userId)
  yield* (yield* FlowStore).removeOfUser(projectId, userId)
  yield* (yield* VerificationCodeStore).removeAttempts(userId)
})
