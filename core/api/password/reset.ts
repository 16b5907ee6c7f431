/** Endpoints that reset a forgotten password by a mailed code. */
import * as Schema from "effect/Schema"
import { PasswordAuthenticationNotEnabled } from "../../errors/password.ts"
import { PasswordBreached, PasswordTooShort } from "../../errors/password-rules.ts"
import { RedirectUrlNotWhitelisted } from "../../errors/redirect-url.ts"
import { verificationCodeErrors } from "../../errors/verification-code.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { Email } from "../../schema/fields/email.ts"
import { Millis } from "../../schema/fields/millis.ts"
import { Password } from "../../schema/fields/password.ts"
import { Url } from "../../schema/fields/url.ts"
import { VerificationCode } from "../../schema/fields/verification-code.ts"
import { Success } from "../../schema/responses.ts"
import { wire } from "../../schema/wire.ts"

const tiers = ["client", "server", "admin"] as const

/** The response of `sendResetCode`, the same for known and unknown emails. */
export const RESET_CODE_RESPONSE = "maybe, only if user with e-mail exists"

/**
 * Mails a link to reset the password. The response is the same for known and unknown emails. `expiresAt` is an
 * extension of the wire.
 */
export const sendResetCode = Endpoint.post("/auth/password/send-reset-code", {
  tiers,
  body: wire({ email: Email, callbackUrl: Url }),
  success: wire({ success: Schema.String, expiresAt: Schema.optionalKey(Millis) }, { expiresAt: "expires_at_millis" }),
  errors: [PasswordAuthenticationNotEnabled, RedirectUrlNotWhitelisted]
})

/**
 * Checks a code without using it up. Counts as an attempt. `recipientEmail`, the address that the code was mailed to,
 * is an extension of the wire: password managers save the new password with it.
 */
export const checkResetCode = Endpoint.post("/auth/password/reset/check-code", {
  tiers,
  body: wire({ code: VerificationCode }),
  success: wire({ isCodeValid: Schema.Literal(true), recipientEmail: Schema.optionalKey(Schema.String) }),
  errors: verificationCodeErrors
})

/** Sets the password and ends all sessions of the user. A password that is too short uses up the code, too;
 * a breached one does not. */
export const reset = Endpoint.post("/auth/password/reset", {
  tiers,
  body: wire({ code: VerificationCode, password: Password }),
  success: Success,
  errors: [...verificationCodeErrors, PasswordAuthenticationNotEnabled, PasswordTooShort, PasswordBreached]
})
