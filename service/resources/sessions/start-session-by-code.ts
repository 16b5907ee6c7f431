import { Effect } from "effect"
import { inTransaction } from "../../sql/rows.ts"
import { requireIssuedAfterPasswordChange } from "../verification-codes/require-issued-after-password-change.ts"
import type { VerificationCode } from "../verification-codes/verification-code-store.ts"
import { startSession } from "./start-session.ts"

/**
 * Starts a session for a code that was used up. Fails with `VERIFICATION_CODE_NOT_FOUND` if the user's password was set
 * after the code was issued. Both are one transaction, so a concurrent password change revokes the session.
 */
export const startSessionByCode = Effect.fnUntraced(function* (
  projectId: string,
  userId: string,
  code: VerificationCode
) {
  yield* requireIssuedAfterPasswordChange(userId, code)
  return yield* startSession(projectId, userId)
}, inTransaction)
