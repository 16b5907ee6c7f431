import { Effect } from "effect"
import { RecoveryCodeStore } from "./recovery-code-store.ts"
import { TotpUseStore } from "./totp-use-store.ts"

/**
 * Deletes what belongs to a TOTP secret that is replaced or removed: the recovery codes, and the last used time step.
 * Belongs in the transaction that changes the secret.
 */
export const forgetSecondFactor = Effect.fnUntraced(function* (userId: string) {
  yield* (yield* RecoveryCodeStore).removeAll(userId)
  yield* (yield* TotpUseStore).forget(userId)
})
