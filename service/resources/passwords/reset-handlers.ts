/** Resets forgotten passwords by mailed codes. */
import { Clock, Effect, Result, Schema } from "effect"
import { checkResetCode, reset, RESET_CODE_RESPONSE, sendResetCode } from "../../../core/api/password/reset.ts"
import { PasswordAuthenticationNotEnabled } from "../../../core/errors/password.ts"
import { VerificationCodeNotFound } from "../../../core/errors/verification-code.ts"
import { wire } from "../../../core/schema/wire.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import { PasswordHasher } from "../../crypto/password-hasher.ts"
import { caller } from "../../request/caller.ts"
import { implement } from "../../endpoint/implement.ts"
import { greeting, mailCode } from "../verification-codes/mail-code.ts"
import { revokeSessions } from "../sessions/revoke-sessions.ts"
import { inTransaction } from "../../sql/rows.ts"
import { ChannelStore } from "../contact-channels/channel-store.ts"
import { claimAccount } from "../users/claim-account.ts"
import { PasswordStore } from "./password-store.ts"
import { requireLength, requireUnbreached } from "./require-accepted.ts"
import { requireIssuedAfterPasswordChange } from "../verification-codes/require-issued-after-password-change.ts"
import { decoyUserId } from "./decoy-user-id.ts"
import type { VerificationCode } from "../verification-codes/verification-code-store.ts"
import { dataOf, lookAtCode, spendCode } from "../verification-codes/verification-codes.ts"

const ResetCode = wire({
  email: Schema.String,
  /** `null` for an address without a user. Absent in codes of earlier versions, which have a user instead. */
  userId: Schema.optionalKey(Schema.NullOr(Schema.String))
})
const readResetCode = dataOf(ResetCode)

/**
 * Returns the user of the code and its address. Fails if the address no longer resets the user's password, or if the
 * password was set after the code was mailed.
 */
const requireCurrent = Effect.fnUntraced(function* (code: VerificationCode) {
  const { project } = yield* caller
  const { email, userId = code.userId } = yield* readResetCode(code)
  const target = yield* (yield* ChannelStore).findResetTarget(project.id, email)
  if (target === null || target.userId !== userId) return yield* new VerificationCodeNotFound()
  yield* noteTargets({ user_id: target.userId })
  yield* requireIssuedAfterPasswordChange(target.userId, code)
  return { ...target, email }
})

export const resetHandlers = [
  implement(
    sendResetCode,
    Effect.fnUntraced(function* ({ body: { callbackUrl, email } }) {
      const { project } = yield* caller
      if (!project.credentialEnabled) return yield* new PasswordAuthenticationNotEnabled()
      const target = yield* (yield* ChannelStore).findResetTarget(project.id, email)
      if (target !== null) yield* noteTargets({ user_id: target.userId })
      const greeted = yield* (yield* PasswordStore).findNext(
        project.id,
        target?.userId ?? decoyUserId(project.id, email)
      )
      // Known and unknown addresses take the same path with the same reads and writes, so that neither the response nor
      // its time reveals an account (ASVS 6.3.8). The code names its user in `data`: a foreign key would cost a lock.
      const { expiresAt } = yield* mailCode({
        project,
        type: "password_reset",
        to: email,
        language: target === null ? null : target.language,
        isDecoy: target === null,
        userId: null,
        callbackUrl,
        data: { email, user_id: target === null ? null : target.userId },
        variables: greeting(greeted === null ? null : greeted.displayName)
      })
      return { success: RESET_CODE_RESPONSE, expiresAt: new Date(expiresAt) }
    })
  ),

  implement(
    checkResetCode,
    Effect.fnUntraced(function* ({ body: { code } }) {
      const { project } = yield* caller
      const { email } = yield* requireCurrent(yield* lookAtCode(project.id, "password_reset", code))
      return { isCodeValid: true as const, recipientEmail: email }
    })
  ),

  implement(
    reset,
    Effect.fnUntraced(function* ({ body: { code: given, password } }) {
      const { project } = yield* caller
      const hasher = yield* PasswordHasher
      const length = yield* Effect.result(requireLength(project, password))
      let hash: string | null = null
      // A password that is too short uses up the code. A breached one and a busy hasher do not.
      const code = yield* spendCode(
        project.id,
        "password_reset",
        given,
        Effect.fnUntraced(function* (found) {
          yield* requireCurrent(found)
          if (!project.credentialEnabled || Result.isFailure(length)) return
          yield* requireUnbreached(project, password)
          hash = yield* hasher.hash(password)
        })
      )
      if (!project.credentialEnabled) return yield* new PasswordAuthenticationNotEnabled()
      yield* Effect.fromResult(length)
      const newHash = hash ?? (yield* Effect.die("An accepted password has a hash"))
      return yield* inTransaction(
        Effect.gen(function* () {
          // The user may have been deleted since, or have a new password.
          const { email, isVerified, userId } = yield* requireCurrent(code)
          yield* (yield* PasswordStore).set(userId, newHash, yield* Clock.currentTimeMillis)
          yield* revokeSessions(project.id, userId)
          if (!isVerified) yield* claimAccount(project.id, userId, email)
          return { success: true as const }
        })
      )
    })
  )
]
