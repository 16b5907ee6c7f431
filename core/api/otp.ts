/** Endpoints of sign-in by a mailed link or code. */
import * as Schema from "effect/Schema"
import { MultiFactorAuthenticationRequired } from "../errors/multi-factor.ts"
import { RedirectUrlNotWhitelisted } from "../errors/redirect-url.ts"
import { SignUpProofInvalid, SignUpProofRequired } from "../errors/sign-up-proof.ts"
import { SignUpNotEnabled, SignUpRejected, UserEmailAlreadyExists, UserNotFound } from "../errors/user.ts"
import { verificationCodeErrors } from "../errors/verification-code.ts"
import * as Endpoint from "../http/endpoint.ts"
import { Millis } from "../schema/fields/millis.ts"
import { Secret } from "../schema/fields/secret.ts"
import { StrictEmail } from "../schema/fields/email.ts"
import { Url } from "../schema/fields/url.ts"
import { VerificationCode } from "../schema/fields/verification-code.ts"
import { CodeIsValid } from "../schema/responses.ts"
import { SignInResult } from "../schema/session.ts"
import { SignUpProof } from "../schema/fields/sign-up-proof.ts"
import { wire } from "../schema/wire.ts"

const tiers = ["client", "server", "admin"] as const

/**
 * Mails a code. The response has its last 39 characters; the mail shows the first six. `expiresAt` is an extension of
 * the wire.
 *
 * So is `signUpProof`: a project that requires a proof needs it for every address while sign-up is enabled, because a
 * code may create a user. If only new addresses needed one, responses would reveal which addresses have an account.
 */
export const sendSignInCode = Endpoint.post("/auth/otp/send-sign-in-code", {
  tiers,
  body: wire({ email: StrictEmail, callbackUrl: Url, signUpProof: Schema.optionalKey(SignUpProof) }),
  success: wire({ nonce: Secret, expiresAt: Schema.optionalKey(Millis) }, { expiresAt: "expires_at_millis" }),
  errors: [
    UserEmailAlreadyExists,
    SignUpNotEnabled,
    SignUpRejected,
    RedirectUrlNotWhitelisted,
    SignUpProofRequired,
    SignUpProofInvalid
  ]
})

/**
 * Signs in with the code of the link, or with the six typed characters and the nonce. Creates the user if needed, or
 * turns the anonymous user into that one.
 */
export const signIn = Endpoint.post("/auth/otp/sign-in", {
  tiers,
  session: "anonymous",
  body: wire({ code: VerificationCode }),
  success: SignInResult,
  errors: [
    ...verificationCodeErrors,
    UserEmailAlreadyExists,
    UserNotFound,
    MultiFactorAuthenticationRequired,
    SignUpRejected
  ]
})

/** Checks a code without using it up. Counts as an attempt. */
export const checkSignInCode = Endpoint.post("/auth/otp/sign-in/check-code", {
  tiers,
  body: wire({ code: VerificationCode }),
  success: CodeIsValid,
  errors: verificationCodeErrors
})
