/** The second factor: continues a sign-in that failed with `MultiFactorAuthenticationRequired`. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as MfaApi from "../../core/api/mfa.ts"
import { call } from "../../core/call/call.ts"
import type { CookiesBlocked } from "../../core/errors/local-session-errors.ts"
import { InvalidTotpCode, type MultiFactorAuthenticationRequired } from "../../core/errors/multi-factor.ts"
import { InvalidRecoveryCode } from "../../core/errors/recovery-code.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { VerificationCodeError } from "../../core/errors/verification-code.ts"
import type { SignInResult } from "../../core/schema/session.ts"
import { readRecoveryCode } from "../../core/schema/fields/recovery-code.ts"
import type { CallContext, CallDependencies, NewSession } from "./call-dependencies.ts"
import type { CallError } from "./call-error.ts"
import { redact, type SecretText } from "./redact.ts"
import { startSession } from "./start-session.ts"
import { requirePersistentSession } from "./require-persistent-session.ts"
import { verificationCode } from "./verification-code.ts"

/** The error that the sign-in failed with, or its attempt code, and the second factor. */
export type MultiFactorInput = (
  | {
      /** The six digits of the authenticator app. */
      readonly totp: SecretText
    }
  | {
      /** A recovery code, with or without spaces and hyphens. An extension of the wire, see `RecoveryCodeCalls`. */
      readonly recoveryCode: SecretText
    }
) &
  ({ readonly error: MultiFactorAuthenticationRequired } | { readonly attemptCode: SecretText })

export interface MultiFactorCalls {
  /**
   * Completes the sign-in with its result. After `InvalidTotpCode` and `InvalidRecoveryCode` the attempt is still
   * valid: prompt for the next code. An attempt expires after five minutes or 20 codes. It then fails with
   * `VerificationCodeError`: sign in again.
   *
   * @example
   * client.signInWithCredential(credential).pipe(
   *   Effect.catchTag("MultiFactorAuthenticationRequired", (error) =>
   *     Effect.flatMap(askForTotp, (totp) => client.completeMultiFactor({ error, totp }))))
   */
  readonly completeMultiFactor: (
    input: MultiFactorInput
  ) => Effect.Effect<
    NewSession,
    VerificationCodeError | InvalidTotpCode | InvalidRecoveryCode | CookiesBlocked | RequestError
  >
}

// Any other text would only use up an attempt.

const requireTotp = (text: SecretText) => {
  const totp = redact(text)
  return /^\d{6}$/.test(Redacted.value(totp)) ? Effect.succeed(totp) : Effect.fail(new InvalidTotpCode({}))
}

const requireRecoveryCode = (text: SecretText) => {
  const code = readRecoveryCode(Redacted.value(redact(text)))
  return code === null ? Effect.fail(new InvalidRecoveryCode({})) : Effect.succeed(Redacted.make(code))
}

type CompleteAttempt = (
  code: Redacted.Redacted<string>
) => Effect.Effect<SignInResult, CallError<typeof MfaApi.signIn | typeof MfaApi.signInWithRecoveryCode>, CallContext>

/** Returns the request of a second factor, for the code of the attempt. */
const requestOf = (input: MultiFactorInput): Effect.Effect<CompleteAttempt, InvalidTotpCode | InvalidRecoveryCode> =>
  "recoveryCode" in input
    ? Effect.map(
        requireRecoveryCode(input.recoveryCode),
        (recoveryCode) => (code) => call(MfaApi.signInWithRecoveryCode, { body: { code, recoveryCode } })
      )
    : Effect.map(
        requireTotp(input.totp),
        (totp) => (code) => call(MfaApi.signIn, { body: { code, type: "totp", totp } })
      )

export const multiFactorCalls = (dependencies: CallDependencies): MultiFactorCalls => ({
  completeMultiFactor: Effect.fnUntraced(function* (input) {
    const request = yield* requestOf(input)
    const code = yield* verificationCode("error" in input ? input.error.attemptCode : input.attemptCode)
    yield* requirePersistentSession(dependencies)
    return yield* startSession(dependencies.session, dependencies.bind(request(code)))
  })
})
