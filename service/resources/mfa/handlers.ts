/** Completes a sign-in with the second factor. */
import { Clock, Effect, type Redacted, Schema } from "effect"
import { signIn } from "../../../core/api/mfa.ts"
import { InvalidTotpCode } from "../../../core/errors/totp-code.ts"
import { VerificationCodeNotFound } from "../../../core/errors/verification-code.ts"
import { wire } from "../../../core/schema/wire.ts"
import { isTotpCode, stepAt } from "../../crypto/totp.ts"
import { caller } from "../../endpoint/caller.ts"
import { implement } from "../../endpoint/implement.ts"
import { startSession } from "../sessions/start-session.ts"
import { UserStore } from "../users/user-store.ts"
import { requireIssuedAfterPasswordChange } from "../verification-codes/require-issued-after-password-change.ts"
import type { VerificationCode } from "../verification-codes/verification-code-store.ts"
import { dataOf, spendCode } from "../verification-codes/verification-codes.ts"
import { TotpUseStore } from "./totp-use-store.ts"

/** The data of an attempt code, which the first factor created. */
const readAttempt = dataOf(wire({ isNewUser: Schema.Boolean }))

/** Accepts the code of the current time step, once (RFC 6238, section 5.2). */
const checkTotp = Effect.fnUntraced(function* (
  projectId: string,
  attempt: VerificationCode,
  totp: Redacted.Redacted<string>
) {
  const { userId } = attempt
  const user = userId === null ? null : yield* (yield* UserStore).find(projectId, userId)
  const step = stepAt(yield* Clock.currentTimeMillis)
  if (user === null || user.totpSecret === null || !isTotpCode(totp, user.totpSecret, step)) {
    return yield* new InvalidTotpCode()
  }
  // The password may have been the first factor.
  yield* requireIssuedAfterPasswordChange(user.id, attempt)
  if (!(yield* (yield* TotpUseStore).use(user.id, step))) return yield* new InvalidTotpCode()
})

export { layer } from "./totp-use-store.ts"

export const handlers = [
  implement(
    signIn,
    Effect.fnUntraced(function* ({ body: { code, totp } }) {
      const { project } = yield* caller
      const check = (attempt: VerificationCode) => checkTotp(project.id, attempt, totp)
      const attempt = yield* spendCode(project.id, "mfa_attempt", code, check)
      const { isNewUser } = yield* readAttempt(attempt)
      // An attempt always has a user.
      if (attempt.userId === null) return yield* new VerificationCodeNotFound()
      return { ...(yield* startSession(project.id, attempt.userId)), isNewUser }
    })
  )
]
