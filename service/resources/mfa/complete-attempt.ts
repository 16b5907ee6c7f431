/** Completes a sign-in with its second factor. */
import { Effect, type Redacted } from "effect"
import { VerificationCodeNotFound } from "../../../core/errors/verification-code.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import type { EncryptedText } from "../../schema/encrypted-text.ts"
import { caller } from "../../request/caller.ts"
import type { UserRecord } from "../../sql/records/user-record.ts"
import { inTransaction } from "../../sql/rows.ts"
import { startSession } from "../sessions/start-session.ts"
import { UserStore } from "../users/user-store.ts"
import { requireIssuedAfterPasswordChange } from "../verification-codes/require-issued-after-password-change.ts"
import { VerificationCodeStore } from "../verification-codes/verification-code-store.ts"
import { spendCode } from "../verification-codes/verification-codes.ts"

/** A user with a second factor. */
export type UserWithSecondFactor = UserRecord & { readonly totpSecret: EncryptedText }

const hasSecondFactor = (user: UserRecord | null): user is UserWithSecondFactor =>
  user !== null && user.totpSecret !== null

/** A second factor of a request. */
export interface SecondFactor<E, R> {
  /** Returns whether the factor belongs to the user; `null` if there is no such user, or no second factor. */
  readonly isOf: (user: UserWithSecondFactor | null) => Effect.Effect<boolean, E, R>
  /** Records its use. Returns false if it was used before. */
  readonly use: (user: UserWithSecondFactor) => Effect.Effect<boolean, E, R>
  /** The error for a wrong or used one. */
  readonly wrong: () => E
}

/** Signs in with an attempt code and a second factor. A wrong factor does not use up the attempt code. */
export const completeAttempt = Effect.fnUntraced(function* <E, R>(
  code: Redacted.Redacted<string>,
  { isOf, use, wrong }: SecondFactor<E, R>
) {
  const { project } = yield* caller
  const attempt = yield* spendCode(project.id, "mfa_attempt", code, (attempt) =>
    Effect.gen(function* () {
      const { userId } = attempt
      if (userId !== null) yield* noteTargets({ user_id: userId })
      const found = userId === null ? null : yield* (yield* UserStore).find(project.id, userId)
      const user = hasSecondFactor(found) ? found : null
      if (!(yield* isOf(user)) || user === null) return yield* Effect.fail(wrong())
      // Before the use, so that an attempt that starts no session costs no recovery code.
      yield* requireIssuedAfterPasswordChange(user.id, attempt)
      if (!(yield* use(user))) return yield* Effect.fail(wrong())
    })
  )
  const { id, userId } = attempt
  // An attempt always has a user, who was not created with it: a new user has no second factor.
  if (userId === null) return yield* new VerificationCodeNotFound()
  // In one transaction: a revocation or a password change since the use of the code ends the sign-in.
  const session = yield* inTransaction(
    Effect.gen(function* () {
      if (!(yield* (yield* VerificationCodeStore).exists(id))) return yield* new VerificationCodeNotFound()
      yield* requireIssuedAfterPasswordChange(userId, attempt)
      return yield* startSession(project.id, userId)
    })
  )
  return { ...session, isNewUser: false }
})
