/** Choosing a new password in place of a forgotten one. */
import { Clock, Effect, Redacted } from "effect"
import { checkResetCode, reset, RESET_CODE_ANSWER, sendResetCode } from "../../core/api/password.ts"
import { PasswordTooShort } from "../../core/errors/password.ts"
import { PasswordAuthenticationNotEnabled } from "../../core/errors/sign-in.ts"
import { VerificationCodeNotFound } from "../../core/errors/verification-code.ts"
import { PASSWORD_MIN_LENGTH } from "../../core/schema/fields.ts"
import { PasswordHasher } from "../crypto/password-hasher.ts"
import { caller } from "../endpoint/caller.ts"
import { implement } from "../endpoint/implement.ts"
import { greeting, mailCode } from "../mail/mail-code.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { inTransaction } from "../sql/rows.ts"
import { ChannelStore } from "../users/channel-store.ts"
import { PasswordStore } from "../users/password-store.ts"
import { UserStore } from "../users/user-store.ts"
import { requireIssuedAfterPasswordChange } from "../verification-codes/password-change.ts"
import type { VerificationCode } from "../verification-codes/verification-code-store.ts"
import { lookAtCode, mailedAddress, spendCode } from "../verification-codes/verification-codes.ts"

/**
 * Returns the id of the code's user. Fails if the user no longer signs in with the address, or if their password has
 * been set since the code was mailed.
 */
const requireCurrent = Effect.fnUntraced(function*(code: VerificationCode) {
  const { project } = yield* caller
  const { email } = yield* mailedAddress(code)
  const owner = yield* (yield* ChannelStore).findUserByAuthEmail(project.id, email)
  if (owner === null || owner !== code.userId) return yield* new VerificationCodeNotFound()
  yield* requireIssuedAfterPasswordChange(owner, code)
  return owner
})

export const resetting = [
  implement(
    sendResetCode,
    Effect.fnUntraced(function*({ body: { callbackUrl, email } }) {
      const { project } = yield* caller
      if (!project.credentialEnabled) return yield* new PasswordAuthenticationNotEnabled()
      const userId = yield* (yield* ChannelStore).findUserByAuthEmail(project.id, email)
      const user = userId === null ? null : yield* (yield* UserStore).find(project.id, userId)
      // One way for both, so that neither a refusal nor the time tells whether somebody has the address (ASVS 6.3.8).
      yield* mailCode({
        project,
        type: "password_reset",
        to: user === null ? null : email,
        userId: user === null ? null : user.id,
        callbackUrl,
        data: { email },
        variables: greeting(user === null ? null : user.displayName)
      })
      return { success: RESET_CODE_ANSWER }
    })
  ),

  implement(
    checkResetCode,
    Effect.fnUntraced(function*({ body: { code } }) {
      const { project } = yield* caller
      yield* requireCurrent(yield* lookAtCode(project.id, "password_reset", code))
      return { isCodeValid: true as const }
    })
  ),

  implement(
    reset,
    Effect.fnUntraced(function*({ body: { code: given, password } }) {
      const { project } = yield* caller
      // The code is used up first, whatever the password is like (wire, section 6).
      const code = yield* spendCode(project.id, "password_reset", given, requireCurrent)
      if (!project.credentialEnabled) return yield* new PasswordAuthenticationNotEnabled()
      if (Redacted.value(password).length < PASSWORD_MIN_LENGTH) {
        return yield* new PasswordTooShort({ minLength: PASSWORD_MIN_LENGTH })
      }
      const hash = yield* (yield* PasswordHasher).hash(password)
      return yield* inTransaction(Effect.gen(function*() {
        // The user may be gone since, or have another password.
        const userId = yield* requireCurrent(code)
        yield* (yield* PasswordStore).set(userId, hash, yield* Clock.currentTimeMillis)
        yield* (yield* SessionStore).revokeAll(project.id, userId)
        return { success: true as const }
      }))
    })
  )
]
