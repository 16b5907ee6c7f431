/** The second factor. */
import * as Schema from "effect/Schema"
import { InvalidTotpCode } from "../errors/multi-factor.ts"
import { verificationCodeErrors } from "../errors/verification-code.ts"
import * as Endpoint from "../http/endpoint.ts"
import { SignInResult } from "../schema/session.ts"
import { VerificationCode } from "../schema/fields/verification-code.ts"
import { wire } from "../schema/wire.ts"
import { hidden } from "../schema/fields/secret.ts"

/** Takes the attempt code of `MultiFactorAuthenticationRequired`. A wrong TOTP leaves the attempt unused. */
export const signIn = Endpoint.post("/auth/mfa/sign-in", {
  tiers: ["client", "server", "admin"],
  session: "current",
  body: wire({
    code: VerificationCode,
    type: Schema.Literal("totp"),
    /** Six digits (RFC 6238, SHA-1, 30 s). */
    totp: hidden(Schema.String)
  }),
  success: SignInResult,
  errors: [...verificationCodeErrors, InvalidTotpCode]
})
