/** The endpoint of the second factor. */
import * as Schema from "effect/Schema"
import { InvalidTotpCode } from "../errors/totp-code.ts"
import { verificationCodeErrors } from "../errors/verification-code.ts"
import * as Endpoint from "../http/endpoint.ts"
import { SignInResult } from "../schema/sign-in-result.ts"
import { VerificationCode } from "../schema/fields/verification-code.ts"
import { wire } from "../schema/wire.ts"
import { hidden } from "../schema/fields/secret.ts"

/** Signs in with the code of `MultiFactorAuthenticationRequired` and a TOTP. A wrong TOTP does not use up the code. */
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
