/** Handles sign-up and sign-in with a password. */
import { Clock, Effect } from "effect"
import { signIn } from "../../../core/api/password/sign-in.ts"
import { signUp } from "../../../core/api/password/sign-up.ts"
import { EmailPasswordMismatch, PasswordAuthenticationNotEnabled } from "../../../core/errors/password.ts"
import { emailTaken } from "../contact-channels/email-taken.ts"
import { SignUpNotEnabled } from "../../../core/errors/user.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import { PasswordHasher } from "../../crypto/password-hasher.ts"
import { caller } from "../../request/caller.ts"
import { botChallenge, ignoreFields } from "../../endpoint/ignored-fields.ts"
import { implement } from "../../endpoint/implement.ts"
import { mailCode } from "../verification-codes/mail-code.ts"
import { SignUpProof } from "../sign-up-proof/sign-up-proof.ts"
import { inSessionTransaction } from "../sessions/in-session-transaction.ts"
import { startSession } from "../sessions/start-session.ts"
import { ChannelStore } from "../contact-channels/channel-store.ts"
import { blankUser } from "../users/create-user.ts"
import { signUpUser } from "../users/upgrade-user.ts"
import { PasswordStore } from "./password-store.ts"
import { UserStore } from "../users/user-store.ts"
import { inSignInTransaction } from "../mfa/in-sign-in-transaction.ts"
import { requireSecondFactor } from "../mfa/require-second-factor.ts"
import { changeHandlers } from "./change-handlers.ts"
import { resetHandlers } from "./reset-handlers.ts"
import { requireLength, requireUnbreached } from "./require-accepted.ts"
import { decoyUserId } from "./decoy-user-id.ts"
import { randomUUID } from "node:crypto"

export { layer } from "./password-store.ts"

export const handlers = [
  implement(
    signUp,
    Effect.fnUntraced(function* ({ body: { email, password, signUpProof, verificationCallbackUrl } }) {
      const requester = yield* caller
      const { project } = requester
      const channels = yield* ChannelStore
      const hasher = yield* PasswordHasher
      if (!project.credentialEnabled) return yield* new PasswordAuthenticationNotEnabled()
      yield* requireLength(project, password)
      if (!project.signUpEnabled) return yield* new SignUpNotEnabled()
      yield* (yield* SignUpProof).require(requester, { email, ...(signUpProof !== undefined && { signUpProof }) })
      // Saves the hash for a taken address. The unique index decides about concurrent sign-ups.
      if ((yield* channels.findResetTarget(project.id, email)) !== null) return yield* emailTaken(email)
      yield* requireUnbreached(project, password)
      const passwordHash = yield* hasher.hash(password)
      const user = blankUser(project.id, randomUUID(), yield* Clock.currentTimeMillis)
      const primaryEmail = { value: email, isVerified: false, usedForAuth: true }
      const mailVerification = (userId: string) =>
        verificationCallbackUrl === undefined
          ? Effect.void
          : mailCode({
              project,
              type: "email_verification",
              to: email,
              language: null,
              userId,
              callbackUrl: verificationCallbackUrl,
              data: { email }
            }).pipe(
              // With an untrusted callback URL the mail is not sent, and the sign-up succeeds.
              Effect.catchTag("RedirectUrlNotWhitelisted", () => Effect.void)
            )
      return yield* inSessionTransaction(
        Effect.gen(function* () {
          const userId = yield* signUpUser(requester.userId, { user, primaryEmail, passwordHash })
          const session = yield* startSession(project.id, userId)
          yield* mailVerification(userId)
          return session
        })
      )
    }),
    { prepare: ignoreFields(botChallenge) }
  ),

  implement(
    signIn,
    Effect.fnUntraced(function* ({ body: { email, password } }) {
      const { project } = yield* caller
      if (!project.credentialEnabled) return yield* new PasswordAuthenticationNotEnabled()
      const channels = yield* ChannelStore
      const passwords = yield* PasswordStore
      const hasher = yield* PasswordHasher
      const userId = yield* channels.findUserByAuthEmail(project.id, email)
      if (userId !== null) yield* noteTargets({ user_id: userId })
      const candidate = yield* passwords.findNext(project.id, userId ?? decoyUserId(project.id, email))
      const { changedAt, hash: known } = candidate ?? { changedAt: null, hash: null }
      // For an unknown address, the password is compared with that of a decoy user, and the result is ignored.
      const isRight = (yield* hasher.verify(password, known)) && candidate !== null && candidate.userId === userId
      if (isRight && userId !== null && known !== null && hasher.needsRehash(known)) {
        // Under load the hash is replaced at a later sign-in.
        yield* Effect.ignore(Effect.flatMap(hasher.hash(password), (hash) => passwords.rewrite(userId, known, hash)))
      }
      if (userId === null || !isRight) return yield* new EmailPasswordMismatch()
      return yield* inSignInTransaction(
        Effect.gen(function* () {
          // While the hash was computed, the user may have been deleted, or the password changed. A change revokes all
          // sessions, so the old one must not start another.
          const user = yield* (yield* UserStore).find(project.id, userId)
          if (user === null || (yield* passwords.changedAt(userId)) !== changedAt) {
            return yield* new EmailPasswordMismatch()
          }
          yield* requireSecondFactor(user)
          return yield* startSession(project.id, userId)
        })
      )
    })
  ),

  ...resetHandlers,
  ...changeHandlers
]
