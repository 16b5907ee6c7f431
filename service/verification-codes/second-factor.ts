/** The second factor: a first factor that was right gives an attempt, which a TOTP code finishes. */
import { Clock, Effect, Redacted } from "effect"
import { MultiFactorAuthenticationRequired } from "../../core/errors/multi-factor.ts"
import { newOpaqueToken } from "../crypto/opaque-token.ts"
import type { UserRecord } from "../records/user.ts"
import { VerificationCodeStore } from "./verification-code-store.ts"
import { randomUUID } from "node:crypto"

/** Five minutes (wire, section 6). */
const ATTEMPT_MILLIS = 5 * 60_000

/** Fails with a new attempt if the user has a second factor. */
export const requireSecondFactor = Effect.fnUntraced(function*(user: UserRecord, isNewUser: boolean) {
  if (user.totpSecret === null) return
  const codes = yield* VerificationCodeStore
  const now = yield* Clock.currentTimeMillis
  const attemptCode = newOpaqueToken()
  yield* codes.insert({
    id: randomUUID(),
    projectId: user.projectId,
    userId: user.id,
    kind: "mfa_attempt",
    code: attemptCode,
    data: { is_new_user: isNewUser },
    createdAt: now,
    expiresAt: now + ATTEMPT_MILLIS
  })
  return yield* new MultiFactorAuthenticationRequired({ attemptCode: Redacted.make(attemptCode) })
})
