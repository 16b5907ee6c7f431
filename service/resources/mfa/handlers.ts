/** Handles the second factor: completes sign-ins with it, and creates its recovery codes. */
import { Clock, Effect, Layer, type Redacted } from "effect"
import { signIn, signInWithRecoveryCode } from "../../../core/api/mfa.ts"
import * as RecoveryCodesApi from "../../../core/api/recovery-codes.ts"
import { CannotGetOwnUserWithoutUser } from "../../../core/errors/own-user.ts"
import { MultiFactorAuthenticationNotEnabled } from "../../../core/errors/recovery-code.ts"
import { InvalidTotpCode } from "../../../core/errors/multi-factor.ts"
import { encryptedColumns } from "../../crypto/secrets/encrypted-columns.ts"
import { Encryption } from "../../crypto/secrets/encryption.ts"
import { acceptedStep } from "../../crypto/totp.ts"
import { caller } from "../../request/caller.ts"
import { implement } from "../../endpoint/implement.ts"
import { ownUserId } from "../../request/references.ts"
import { inSessionTransaction } from "../sessions/in-session-transaction.ts"
import { UserStore } from "../users/user-store.ts"
import { completeAttempt, type SecondFactor, type UserWithSecondFactor } from "./complete-attempt.ts"
import * as RecoveryCodeStore from "./recovery-code-store.ts"
import { generateRecoveryCodes, recoveryCodeFactor } from "./recovery-codes.ts"
import * as TotpUseStore from "./totp-use-store.ts"

/** Returns a TOTP code as a second factor. It is valid once (RFC 6238, section 5.2). */
const totpFactor = (
  totp: Redacted.Redacted<string>,
  now: number
): SecondFactor<InvalidTotpCode, Encryption | TotpUseStore.TotpUseStore> => {
  const stepFor = ({ id, totpSecret }: UserWithSecondFactor) =>
    Encryption.useSync(({ decrypt }) => acceptedStep(totp, decrypt(encryptedColumns.totpSecret, [id], totpSecret), now))
  return {
    isOf: (user) => (user === null ? Effect.succeed(false) : Effect.map(stepFor(user), (step) => step !== null)),
    use: Effect.fnUntraced(function* (user) {
      const step = yield* stepFor(user)
      return step !== null && (yield* TotpUseStore.TotpUseStore.use((uses) => uses.use(user.id, step)))
    }),
    wrong: () => new InvalidTotpCode()
  }
}

/** Returns the id of the signed-in user if they have a second factor. */
const userWithSecondFactor = Effect.gen(function* () {
  const { project } = yield* caller
  const user = yield* (yield* UserStore).find(project.id, yield* ownUserId)
  if (user === null) return yield* new CannotGetOwnUserWithoutUser()
  if (user.totpSecret === null) return yield* new MultiFactorAuthenticationNotEnabled()
  return user.id
})

export const layer = Layer.merge(TotpUseStore.layer, RecoveryCodeStore.layer)

export const handlers = [
  implement(
    signIn,
    Effect.fnUntraced(function* ({ body: { code, totp } }) {
      return yield* completeAttempt(code, totpFactor(totp, yield* Clock.currentTimeMillis))
    })
  ),

  implement(signInWithRecoveryCode, ({ body: { code, recoveryCode } }) =>
    completeAttempt(code, recoveryCodeFactor(recoveryCode))
  ),

  implement(RecoveryCodesApi.getState, () =>
    Effect.flatMap(ownUserId, (userId) => RecoveryCodeStore.RecoveryCodeStore.use((codes) => codes.stateOf(userId)))
  ),

  implement(
    RecoveryCodesApi.generate,
    Effect.fnUntraced(function* () {
      // Checked before hashing, which is slow.
      yield* userWithSecondFactor
      const { shown, stored } = yield* generateRecoveryCodes
      yield* inSessionTransaction(
        Effect.gen(function* () {
          // Read again: the second factor may have been removed during the hashing.
          const userId = yield* userWithSecondFactor
          const codes = yield* RecoveryCodeStore.RecoveryCodeStore
          yield* codes.replace(userId, stored, yield* Clock.currentTimeMillis)
        })
      )
      return { codes: shown }
    })
  )
]
