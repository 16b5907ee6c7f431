/** Signing in by a mailed link, or by the code in the same mail. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as OtpApi from "../../core/api/otp.ts"
import { call } from "../../core/call/call.ts"
import type { CallbackUrlMissing, SignUpProofFailed } from "../../core/errors/local-errors.ts"
import type { CookiesBlocked } from "../../core/errors/local-session-errors.ts"
import { type CallbackUrlOption, callbackUrlOr } from "./callback-url.ts"
import type { CallDependencies, NewSession } from "./call-dependencies.ts"
import { redact, type SecretText } from "./redact.ts"
import { startSession } from "./start-session.ts"
import { requirePersistentSession } from "./require-persistent-session.ts"
import { verificationCode } from "./verification-code.ts"
import type { CallError } from "./call-error.ts"
import { type SignUpProofOption, withSignUpProof } from "./sign-up-proof.ts"

/**
 * The code of the link, whole; or the six characters that the user typed, with the nonce which sending the mail gave.
 * The case of letters does not matter.
 */
export type MagicLinkCode = SecretText | { readonly otp: string; readonly nonce: SecretText }

export interface SendMagicLinkOptions extends CallbackUrlOption, SignUpProofOption {}

export type SendMagicLinkError = CallError<typeof OtpApi.sendSignInCode> | CallbackUrlMissing | SignUpProofFailed

export type MagicLinkError = CallError<typeof OtpApi.signIn> | CookiesBlocked

export interface MagicLinkCalls {
  /**
   * Mails a link and a code. The link leads to the page `magicLinkCallback`, with the code as its parameter `code`. The
   * nonce completes the six characters of the mail: keep it on the page where they are typed, and nowhere else.
   * `expiresAt` is the end of the code. A service without this extension of the wire does not send it.
   *
   * @param email The email address that the mail is sent to.
   * @param options The page of the link, and the proof of a sign-up.
   */
  readonly sendMagicLinkEmail: (
    email: string,
    options?: SendMagicLinkOptions
  ) => Effect.Effect<{ readonly nonce: Redacted.Redacted<string>; readonly expiresAt?: Date }, SendMagicLinkError>
  /** Signs in, and signs up new users. A code works once, also when a second factor is required. */
  readonly signInWithMagicLink: (code: MagicLinkCode) => Effect.Effect<NewSession, MagicLinkError>
}

export const magicLinkCalls = (dependencies: CallDependencies): MagicLinkCalls => ({
  sendMagicLinkEmail: Effect.fnUntraced(function* (email, options = {}) {
    const callbackUrl = yield* callbackUrlOr(options.callbackUrl, dependencies.navigation, {
      action: "send magic link email",
      page: "magicLinkCallback"
    })
    return yield* withSignUpProof(dependencies, options.signUpProof, (proof) =>
      dependencies.bind(call(OtpApi.sendSignInCode, { body: { email, callbackUrl, ...proof } }))
    )
  }),
  signInWithMagicLink: Effect.fnUntraced(function* (given) {
    const code = yield* typeof given === "object" && "otp" in given
      ? verificationCode(given.otp, given.nonce)
      : verificationCode(redact(given))
    yield* requirePersistentSession(dependencies)
    return yield* startSession(dependencies.session, dependencies.bind(call(OtpApi.signIn, { body: { code } })))
  })
})
