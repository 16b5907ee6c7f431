import { Effect } from "effect"
import { VerificationCodeNotFound } from "../../../core/errors/verification-code.ts"
import { inTransaction } from "../../sql/rows.ts"
import { requireIssuedAfterPasswordChange } from "../verification-codes/require-issued-after-password-change.ts"
import { type VerificationCode, VerificationCodeStore } from "../verification-codes/verification-code-store.ts"
import { startSession } from "./start-session.ts"

/**
 * Starts a session for a code that was used up. Fails with `VERIFICATION_CODE_NOT_FOUND` if the code was deleted since,
 * or if the user's password was set after the code was issued. All is one transaction, so a concurrent revocation or
 * password change revokes the session.
 */
export const startSessionByCode = Effect.fnUntraced(function* (
  projectId: string,
  userId: string,
  code: VerificationCode
) {
  if (!(yield* (yield* VerificationCodeStore).exists(code.id))) return yield* new VerificationCodeNotFound()
  yield* requireIssuedAfterPasswordChange(userId, code)
  return yield* startSession(projectId, userId)
}, inTransaction)
