/** The second factor: how a sign-in goes on that failed with `MultiFactorAuthenticationRequired`. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as MfaApi from "../../core/api/mfa.ts"
import { call } from "../../core/call/call.ts"
import type { CookiesBlocked } from "../../core/errors/local-session-errors.ts"
import type { MultiFactorAuthenticationRequired } from "../../core/errors/multi-factor.ts"
import { InvalidTotpCode } from "../../core/errors/totp-code.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { VerificationCodeError } from "../../core/errors/verification-code.ts"
import type { CallDependencies, NewSession } from "./call-dependencies.ts"
import { redacted, type SecretText } from "./redacted.ts"
import { startSession } from "./start-session.ts"
import { requireLastingSession } from "./lasting-session.ts"
import { verificationCode } from "./verification-code.ts"

/**
 * The error that the sign-in failed with, or the attempt code out of it, and the six digits of the authenticator app.
 */
export type MultiFactorInput = { readonly totp: SecretText } & (
  { readonly error: MultiFactorAuthenticationRequired } | { readonly attemptCode: SecretText }
)

export interface MultiFactorCalls {
  /**
   * Completes the sign-in with its result. After `InvalidTotpCode` the attempt is still valid: prompt for the next
   * code. An attempt expires after five minutes or 20 codes. It then fails with `VerificationCodeError`: sign in again.
   *
   * @example
   * client.signInWithCredential(credential).pipe(
   *   Effect.catchTag("MultiFactorAuthenticationRequired", (error) =>
   *     Effect.flatMap(askForTotp, (totp) => client.completeMultiFactor({ error, totp }))))
   */
  readonly completeMultiFactor: (
    input: MultiFactorInput
  ) => Effect.Effect<NewSession, VerificationCodeError | InvalidTotpCode | CookiesBlocked | RequestError>
}

export const multiFactorCalls = (dependencies: CallDependencies): MultiFactorCalls => ({
  completeMultiFactor: Effect.fnUntraced(function* (input) {
    const totp = redacted(input.totp)
    // Any other text would only use up an attempt.
    if (!/^\d{6}$/.test(Redacted.value(totp))) return yield* new InvalidTotpCode({})
    const code = yield* verificationCode("error" in input ? input.error.attemptCode : input.attemptCode)
    yield* requireLastingSession(dependencies)
    return yield* startSession(
      dependencies.session,
      dependencies.bind(call(MfaApi.signIn, { body: { code, type: "totp", totp } }))
    )
  })
})
