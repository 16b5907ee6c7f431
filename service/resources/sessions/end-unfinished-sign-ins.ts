import { Effect } from "effect"
import { AuthorizationCodeStore } from "../oauth/authorization-code-store.ts"
import { VerificationCodeStore } from "../verification-codes/verification-code-store.ts"

/**
 * Deletes the authorization codes of a user that have started no session, and the codes of sign-ins that require the
 * second factor. Each of them would start a session. Belongs in a transaction.
 */
export const endUnfinishedSignIns = Effect.fnUntraced(function* (projectId: string, userId: string) {
  yield* (yield* AuthorizationCodeStore).removeWithoutSession(projectId, userId)
  yield* (yield* VerificationCodeStore).removeAttempts(userId)
})
