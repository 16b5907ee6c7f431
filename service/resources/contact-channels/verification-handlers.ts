/** Handles the verification of email addresses by mailed codes. */
import { Effect } from "effect"
import {
  checkVerificationCode,
  sendPrimaryVerificationCode,
  sendVerificationCode,
  verify
} from "../../../core/api/contact-channels/verification.ts"
import { UserIdDoesNotExist } from "../../../core/errors/user.ts"
import { EmailAlreadyVerified, EmailIsNotPrimaryEmail } from "../../../core/errors/contact-channel.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import { caller } from "../../request/caller.ts"
import { textError } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { ownUserId, userIdOf } from "../../request/references.ts"
import { inSessionTransaction } from "../sessions/in-session-transaction.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { greeting, mailCode } from "../verification-codes/mail-code.ts"
import type { UserRecord } from "../../sql/records/user-record.ts"
import { inTransaction } from "../../sql/rows.ts"
import { changeAddresses } from "./change-addresses.ts"
import { isSameAddress } from "./email-address.ts"
import { UserStore } from "../users/user-store.ts"
import { requireIssuedAfterPasswordChange } from "../verification-codes/require-issued-after-password-change.ts"
import type { VerificationCode } from "../verification-codes/verification-code-store.ts"
import { lookAtCode, mailedAddress, spendCode } from "../verification-codes/verification-codes.ts"
import { requireAllowedUser, findChannel } from "./own-channels.ts"
import { verifyAddress } from "./verify-address.ts"

const success = { success: true as const }

interface Verification {
  readonly user: Pick<UserRecord, "displayName" | "id" | "language">
  readonly email: string
  readonly callbackUrl: string
}

const mailVerification = Effect.fnUntraced(function* ({ callbackUrl, email, user }: Verification) {
  const { project, sessionId } = yield* caller
  // Otherwise the code could be issued after a password change that revokes the session, and not be void.
  if (sessionId !== null) yield* (yield* SessionStore).serializeWithRevocation(sessionId)
  yield* mailCode({
    project,
    type: "email_verification",
    to: email,
    language: user.language,
    userId: user.id,
    callbackUrl,
    data: { email },
    variables: greeting(user.displayName)
  })
  return success
})

/** Fails if the password of the code's user was set after the code was mailed. */
const requireCurrentCode = (code: VerificationCode) =>
  code.userId === null ? Effect.void : requireIssuedAfterPasswordChange(code.userId, code)

export const verificationHandlers = [
  implement(
    sendVerificationCode,
    Effect.fnUntraced(function* ({ body: { callbackUrl }, params }) {
      const { project } = yield* caller
      yield* requireAllowedUser(params.user_id, textError(400, "Users verify their own contact channels only."))
      const userId = yield* userIdOf(params.user_id)
      const user = yield* (yield* UserStore).find(project.id, userId)
      if (user === null) return yield* new UserIdDoesNotExist({ userId })
      const channel = yield* findChannel(userId, params.contact_channel_id)
      if (channel === null) return yield* textError(404, "The user has no such contact channel.")
      if (channel.isVerified) return yield* new EmailAlreadyVerified()
      return yield* mailVerification({ user, email: channel.value, callbackUrl })
    }, inSessionTransaction)
  ),

  implement(
    sendPrimaryVerificationCode,
    Effect.fnUntraced(function* ({ body: { callbackUrl, email } }) {
      const { project } = yield* caller
      const userId = yield* ownUserId
      const user = yield* (yield* UserStore).find(project.id, userId)
      const primaryEmail = user?.primaryEmail ?? null
      if (user === null || primaryEmail === null || !isSameAddress(primaryEmail, email)) {
        return yield* new EmailIsNotPrimaryEmail({ email, primaryEmail })
      }
      if (user.primaryEmailVerified) return yield* new EmailAlreadyVerified()
      return yield* mailVerification({ user, email: primaryEmail, callbackUrl })
    }, inSessionTransaction)
  ),

  implement(
    verify,
    Effect.fnUntraced(function* ({ body: { code } }) {
      const { project } = yield* caller
      const spent = yield* spendCode(project.id, "email_verification", code, requireCurrentCode)
      // The code verifies the address that it was mailed to. The channel may have another one since.
      const { email } = yield* mailedAddress(spent)
      const { userId } = spent
      const gone = textError(404, "The user does not have the address of this code any more.")
      if (userId === null) return yield* gone
      yield* noteTargets({ user_id: userId })
      // The user may have a new password since.
      const verified = changeAddresses(project.id, userId, verifyAddress(project.id, userId, email))
      const isThere = yield* inTransaction(Effect.andThen(requireCurrentCode(spent), verified))
      return isThere ? success : yield* gone
    })
  ),

  implement(
    checkVerificationCode,
    Effect.fnUntraced(function* ({ body: { code } }) {
      const { project } = yield* caller
      yield* requireCurrentCode(yield* lookAtCode(project.id, "email_verification", code))
      return { isCodeValid: true as const }
    })
  )
]
