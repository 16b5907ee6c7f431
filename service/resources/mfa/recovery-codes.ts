/**
 * Generates and checks recovery codes.
 *
 * The first four characters of a code select its row. The whole code is hashed like a password, because its other 40
 * bits are few enough to be guessed from a fast hash.
 */
import { Clock, Effect, Redacted } from "effect"
import { InvalidRecoveryCode } from "../../../core/errors/recovery-code.ts"
import {
  readRecoveryCode,
  RECOVERY_CODE_COUNT,
  RECOVERY_CODE_LENGTH,
  writeRecoveryCode
} from "../../../core/schema/fields/recovery-code.ts"
import { randomText } from "../../../core/session/random.ts"
import { PasswordHasher, type PasswordHashUnsupported } from "../../crypto/password-hasher.ts"
import type { PasswordHasherBusy } from "../../crypto/work-queue.ts"
import type { SecondFactor } from "./complete-attempt.ts"
import { RecoveryCodeStore } from "./recovery-code-store.ts"

const SELECTOR_LENGTH = 4

const selectorOf = (code: string) => code.slice(0, SELECTOR_LENGTH)

/** Hashes run in parallel as far as the hasher allows. More would fill its queue. */
const HASHES_AT_A_TIME = 3

const newCodes = (): ReadonlyArray<string> => {
  const bySelector = new Map<string, string>()
  while (bySelector.size < RECOVERY_CODE_COUNT) {
    const code = randomText(RECOVERY_CODE_LENGTH)
    bySelector.set(selectorOf(code), code)
  }
  return [...bySelector.values()]
}

/** Returns ten new codes as they are shown, and as they are stored. */
export const generateRecoveryCodes = Effect.gen(function* () {
  const hasher = yield* PasswordHasher
  const codes = newCodes()
  const stored = yield* Effect.forEach(
    codes,
    (code) => Effect.map(hasher.hash(Redacted.make(code)), (hash) => ({ selector: selectorOf(code), hash })),
    { concurrency: HASHES_AT_A_TIME }
  )
  return { shown: codes.map((code) => Redacted.make(writeRecoveryCode(code))), stored }
})

/**
 * Returns a recovery code as a second factor. Every well-formed code is hashed once, also for users without codes, so
 * that the time does not reveal which codes exist.
 */
export const recoveryCodeFactor = (
  typed: Redacted.Redacted<string>
): SecondFactor<
  InvalidRecoveryCode | PasswordHasherBusy | PasswordHashUnsupported,
  PasswordHasher | RecoveryCodeStore
> => {
  const code = readRecoveryCode(Redacted.value(typed))
  return {
    isOf: Effect.fnUntraced(function* (user) {
      if (code === null) return false
      const hash = user === null ? null : yield* (yield* RecoveryCodeStore).findHash(user.id, selectorOf(code))
      return yield* (yield* PasswordHasher).verify(Redacted.make(code), hash)
    }),
    use: Effect.fnUntraced(function* ({ id }) {
      const now = yield* Clock.currentTimeMillis
      return code !== null && (yield* (yield* RecoveryCodeStore).use(id, selectorOf(code), now))
    }),
    wrong: () => new InvalidRecoveryCode()
  }
}
