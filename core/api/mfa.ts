/** Endpoints that complete a sign-in with the second factor. */
import * as Schema from "effect/Schema"
import { InvalidRecoveryCode } from "../errors/recovery-code.ts"
import { InvalidTotpCode } from "../errors/multi-factor.ts"
import { verificationCodeErrors } from "../errors/verification-code.ts"
import * as Endpoint from "../http/endpoint.ts"
import { SignInResult } from "../schema/session.ts"
import { VerificationCode } from "../schema/fields/verification-code.ts"
import { wire } from "../schema/wire.ts"
import { redacted } from "../schema/fields/secret.ts"

const ofEveryTier = { tiers: ["client", "server", "admin"], session: "current" } as const

/** Signs in with the code of `MultiFactorAuthenticationRequired` and a TOTP. A wrong TOTP does not use up the code. */
export const signIn = Endpoint.post("/auth/mfa/sign-in", {
  ...ofEveryTier,
  body: wire({
    code: VerificationCode,
    type: Schema.Literal("totp"),
    /** Six digits (RFC 6238, SHA-1, 30 s). */
    totp: redacted(Schema.String)
  }),
  success: SignInResult,
  errors: [...verificationCodeErrors, InvalidTotpCode]
})

/**
 * Signs in with the code of `MultiFactorAuthenticationRequired` and a recovery code, which is used up. A wrong recovery
 * code does not use up the code. An extension: the original service does not have it.
 */
export const signInWithRecoveryCode = Endpoint.post("/auth/mfa/recovery-codes/sign-in", {
  ...ofEveryTier,
  body: wire({
    code: VerificationCode,
    /** In any case, with or without spaces and hyphens. */
    recoveryCode: redacted(Schema.String)
  }),
  success: SignInResult,
  errors: [...verificationCodeErrors, InvalidRecoveryCode]
})
