/** Refuses verification codes that are older than their user's password. */
import { Effect } from "effect"
import { VerificationCodeNotFound } from "../../../core/errors/verification-code.ts"
import { PasswordStore } from "../passwords/password-store.ts"
import type { VerificationCode } from "./verification-code-store.ts"

/**
 * Fails with `VERIFICATION_CODE_NOT_FOUND` if the user's password was set after the code was issued. A password change
 * revokes every code from before it, so that an attacker who can read old mail cannot undo the change.
 */
export const requireIssuedAfterPasswordChange = Effect.fnUntraced(function* (
  userId: string,
  { createdAt }: VerificationCode
) {
  const changedAt = yield* (yield* PasswordStore).changedAt(userId)
  if (changedAt !== null && changedAt > createdAt) return yield* new VerificationCodeNotFound()
})
