/** Password reset and email verification, by codes from emails. */
import * as Effect from "effect/Effect"
import * as EmailVerificationApi from "../../core/api/contact-channels/verification.ts"
import * as PasswordApi from "../../core/api/password/reset.ts"
import { call } from "../../core/call/call.ts"
import type { CallbackUrlMissing } from "../../core/errors/local-errors.ts"
import type { PasswordAuthenticationNotEnabled } from "../../core/errors/password.ts"
import type { PasswordRequirementsNotMet } from "../../core/errors/password-rules.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { VerificationCodeError } from "../../core/errors/verification-code.ts"
import { type CallbackUrlOption, callbackUrlOr } from "./callback-url.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import { newPassword } from "./new-password.ts"
import type { SecretText } from "./redact.ts"
import { verificationCode } from "./verification-code.ts"
import type { CallError } from "./call-error.ts"

export type ForgotPasswordError = CallError<typeof PasswordApi.sendResetCode> | CallbackUrlMissing

export interface ResetPasswordInput {
  /** The code of the mail's link. */
  readonly code: SecretText
  /** The new password. */
  readonly password: SecretText
}

export interface PasswordResetCalls {
  /**
   * Mails a link to the page `passwordReset`. The result is the same for unknown addresses. Show the user the same
   * text, too. `expiresAt` is the end of the link. A service without this extension of the wire does not send it.
   *
   * @param email The email address that the mail is sent to.
   */
  readonly sendForgotPasswordEmail: (
    email: string,
    options?: CallbackUrlOption
  ) => Effect.Effect<{ readonly expiresAt?: Date }, ForgotPasswordError>
  /**
   * Checks the code of an email. It stays unused, but this counts as one of its 20 attempts. `recipientEmail` is the
   * address that it was mailed to. A service without this extension of the wire does not send it.
   *
   * @param code The code of the mail's link.
   */
  readonly verifyPasswordResetCode: (
    code: SecretText
  ) => Effect.Effect<{ readonly recipientEmail?: string }, VerificationCodeError | RequestError>
  /**
   * Sets the password and ends all sessions of the user, without a new one. The code is used up even when the
   * password is too short, which the service decides. A breached password does not use it up.
   *
   * @param input The code and the new password.
   */
  readonly resetPassword: (
    input: ResetPasswordInput
  ) => Effect.Effect<
    void,
    VerificationCodeError | PasswordAuthenticationNotEnabled | PasswordRequirementsNotMet | RequestError
  >
  /**
   * Verifies the email address to which the code was sent. Needs no session.
   *
   * @param code The code of the mail's link.
   */
  readonly verifyEmail: (code: SecretText) => Effect.Effect<void, VerificationCodeError | RequestError>
}

export const passwordResetCalls = ({ bind, navigation }: CallDependencies): PasswordResetCalls => ({
  sendForgotPasswordEmail: Effect.fnUntraced(function* (email, options = {}) {
    const callbackUrl = yield* callbackUrlOr(options.callbackUrl, navigation, {
      action: "send password reset email",
      page: "passwordReset"
    })
    const { expiresAt } = yield* bind(call(PasswordApi.sendResetCode, { body: { email, callbackUrl } }))
    return expiresAt === undefined ? {} : { expiresAt }
  }),
  verifyPasswordResetCode: Effect.fnUntraced(function* (given) {
    const code = yield* verificationCode(given)
    const { recipientEmail } = yield* bind(call(PasswordApi.checkResetCode, { body: { code } }))
    return recipientEmail === undefined ? {} : { recipientEmail }
  }),
  resetPassword: Effect.fnUntraced(function* (input) {
    const password = yield* newPassword(input.password)
    const code = yield* verificationCode(input.code)
    yield* bind(call(PasswordApi.reset, { body: { code, password } }))
  }),
  verifyEmail: Effect.fnUntraced(function* (given) {
    const code = yield* verificationCode(given)
    yield* bind(call(EmailVerificationApi.verify, { body: { code } }))
  })
})
