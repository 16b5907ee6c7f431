/** Handles sign-in by a mailed link, or by the six-character code of the mail. */
import { Clock, Effect, Redacted, Schema } from "effect"
import { checkSignInCode, sendSignInCode, signIn } from "../../../core/api/otp.ts"
import { emailTaken } from "../contact-channels/email-taken.ts"
import { SignUpNotEnabled, UserNotFound } from "../../../core/errors/user.ts"
import { VerificationCodeNotFound } from "../../../core/errors/verification-code.ts"
import { OTP_LENGTH } from "../../../core/schema/fields/code-length.ts"
import { wire } from "../../../core/schema/wire.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import { caller } from "../../request/caller.ts"
import { textError } from "../../response/raw-response.ts"
import { botChallenge, ignoreFields } from "../../endpoint/ignored-fields.ts"
import { implement } from "../../endpoint/implement.ts"
import { mailCode } from "../verification-codes/mail-code.ts"
import { SignUpProof } from "../sign-up-proof/sign-up-proof.ts"
import { inSessionTransaction, requireSession } from "../sessions/in-session-transaction.ts"
import { startSession } from "../sessions/start-session.ts"
import { ChannelStore } from "../contact-channels/channel-store.ts"
import { blankUser } from "../users/create-user.ts"
import { signUpUser } from "../users/upgrade-user.ts"
import { UserStore } from "../users/user-store.ts"
import { inSignInTransaction } from "../mfa/in-sign-in-transaction.ts"
import { requireSecondFactor } from "../mfa/require-second-factor.ts"
import { requireIssuedAfterPasswordChange } from "../verification-codes/require-issued-after-password-change.ts"
import type { VerificationCode } from "../verification-codes/verification-code-store.ts"
import { dataOf, lookAtCode, spendCode } from "../verification-codes/verification-codes.ts"
import { randomUUID } from "node:crypto"

/**
 * The data of a sign-in code. `userId` is `null` for a new address. It is no foreign key: the code is kept after the
 * deletion of the user, for a specific error. A code of the console has no address.
 */
const SignIn = wire({ email: Schema.NullOr(Schema.String), userId: Schema.NullOr(Schema.String) })

const readSignIn = dataOf(SignIn)

/** Fails if the code signs in a user whose password was set after it was mailed. */
const requireCurrentCode = Effect.fnUntraced(function* (code: VerificationCode) {
  const { userId } = yield* readSignIn(code)
  if (userId !== null) yield* requireIssuedAfterPasswordChange(userId, code)
})

/** Signs up a user with a verified address, which the use of the mailed code proves. */
const signUpByMail = Effect.fnUntraced(function* (projectId: string, callerId: string | null, email: string) {
  const user = {
    ...blankUser(projectId, randomUUID(), yield* Clock.currentTimeMillis),
    otpAuthEnabled: true
  }
  const primaryEmail = { value: email, isVerified: true, usedForAuth: true }
  const userId = yield* signUpUser(callerId, { user, primaryEmail, passwordHash: null })
  return yield* startSession(projectId, userId)
}, inSessionTransaction)

const notOffered = textError(403, "The project does not offer sign-in by mail.")

export const handlers = [
  implement(
    sendSignInCode,
    Effect.fnUntraced(function* ({ body: { callbackUrl, email, signUpProof } }) {
      const requester = yield* caller
      const { project } = requester
      if (!project.magicLinkEnabled) return yield* notOffered
      // Before the account is looked up, so that a response without a proof does not reveal whether there is one.
      if (project.signUpEnabled) {
        yield* (yield* SignUpProof).require(requester, { email, ...(signUpProof !== undefined && { signUpProof }) })
      }
      const owner = yield* (yield* ChannelStore).findResetTarget(project.id, email)
      if (owner === null && !project.signUpEnabled) return yield* new SignUpNotEnabled()
      // Another person may have signed up with this address, so control of its mailbox does not sign in to the account.
      if (owner !== null && !owner.isVerified) return yield* emailTaken(email, true)
      const userId = owner === null ? null : owner.userId
      const data = { email, user_id: userId }
      if (userId !== null) yield* noteTargets({ user_id: userId })
      const { code, expiresAt } = yield* mailCode({
        project,
        type: "magic_link",
        to: email,
        language: owner === null ? null : owner.language,
        userId: null,
        callbackUrl,
        data
      })
      return { nonce: Redacted.make(Redacted.value(code).slice(OTP_LENGTH)), expiresAt: new Date(expiresAt) }
    }),
    { prepare: ignoreFields(botChallenge) }
  ),

  implement(
    signIn,
    Effect.fnUntraced(function* ({ body: { code } }) {
      const { project, userId: callerId } = yield* caller
      const requireUsable = Effect.fnUntraced(function* (found: VerificationCode) {
        yield* requireCurrentCode(found)
        const { email, userId } = yield* readSignIn(found)
        if (email !== null && !project.magicLinkEnabled) return yield* notOffered
        if (userId !== null) return
        if (!project.signUpEnabled) return yield* textError(403, "The project takes no new users at the moment.")
        yield* requireSession
      })
      // A code is valid for days, and the project may switch off sign-up or this method meanwhile. The console's codes
      // are not mailed.
      const spent = yield* spendCode(project.id, "magic_link", code, requireUsable)
      const { email, userId } = yield* readSignIn(spent)
      if (userId === null) {
        if (email === null) return yield* new VerificationCodeNotFound()
        return { ...(yield* signUpByMail(project.id, callerId, email)), isNewUser: true }
      }
      const session = yield* inSignInTransaction(
        Effect.gen(function* () {
          const user = yield* (yield* UserStore).find(project.id, userId)
          if (user === null) return yield* new UserNotFound()
          // The user may have removed the address since. Then a code mailed to it must not sign them in.
          const owner = email === null ? userId : yield* (yield* ChannelStore).findUserByAuthEmail(project.id, email)
          if (owner !== userId) return yield* new VerificationCodeNotFound()
          yield* requireIssuedAfterPasswordChange(userId, spent)
          yield* requireSecondFactor(user)
          return yield* startSession(project.id, userId)
        })
      )
      return { ...session, isNewUser: false }
    })
  ),

  implement(
    checkSignInCode,
    Effect.fnUntraced(function* ({ body: { code } }) {
      const { project } = yield* caller
      yield* requireCurrentCode(yield* lookAtCode(project.id, "magic_link", code))
      return { isCodeValid: true as const }
    })
  )
]
