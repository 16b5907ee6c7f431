/** The recovery codes of the signed-in user's second factor. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Api from "../../core/api/recovery-codes.ts"
import { call } from "../../core/call/call.ts"
import type { RecoveryCodesState } from "../../core/schema/recovery-codes.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import type { CallError } from "./call-error.ts"
import { sharedRead } from "./shared-read.ts"

/** The errors of `recoveryCodes.getState`. */
export type RecoveryCodesStateError = CallError<typeof Api.getState>

/** The errors of `recoveryCodes.generate`. */
export type GenerateRecoveryCodesError = CallError<typeof Api.generate>

/** An extension of the wire: check `hasExtension(project, "recovery_codes")` before you offer these calls. */
export interface RecoveryCodeCalls {
  /** Returns how many codes are unused, and when they were created and last used. */
  readonly getState: () => Effect.Effect<RecoveryCodesState, RecoveryCodesStateError>
  /**
   * Creates ten codes, which replace all previous ones. Show them at once: they cannot be read again. Each completes
   * one sign-in, see `completeMultiFactor`. Removing the second factor deletes them.
   */
  readonly generate: () => Effect.Effect<ReadonlyArray<Redacted.Redacted<string>>, GenerateRecoveryCodesError>
}

export const recoveryCodeCalls = (dependencies: CallDependencies): RecoveryCodeCalls => {
  const read = sharedRead(dependencies)
  return {
    getState: () => read(Api.getState),
    generate: () => dependencies.bind(Effect.map(call(Api.generate, { body: {} }), ({ codes }) => codes))
  }
}
