import { Effect } from "effect"
import { FlowStore } from "../oauth/flow-store.ts"
import { endUnfinishedSignIns } from "./end-unfinished-sign-ins.ts"
import { SessionStore } from "./session-store.ts"

/**
 * Revokes all sessions of a user and the access tokens that were issued for them, except the session `currentId`. Ends
 * the user's unfinished sign-ins as well, and the OAuth flows of the type `link`, which would connect an account. A flow
 * in which an anonymous user signs up ends with its session. Belongs in a transaction.
 */
export const revokeSessions = Effect.fnUntraced(function* (
  projectId: string,
  userId: string,
  currentId: string | null = null
) {
  const sessions = yield* SessionStore
  if (currentId === null) yield* sessions.removeAll(projectId, userId)
  else yield* sessions.removeOthers(projectId, userId, currentId)
  yield* endUnfinishedSignIns(projectId, userId)
  yield* (yield* FlowStore).removeOfUser(projectId, userId)
})
