/** Endpoints that verify an email address by a mailed code. */
import { onePath, params } from "./channels.ts"
import { EmailAlreadyVerified, EmailIsNotPrimaryEmail } from "../../errors/contact-channel.ts"
import { RedirectUrlNotWhitelisted } from "../../errors/redirect-url.ts"
import { UserIdDoesNotExist } from "../../errors/user.ts"
import { CannotGetOwnUserWithoutUser } from "../../errors/own-user.ts"
import { verificationCodeErrors } from "../../errors/verification-code.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { StrictEmail } from "../../schema/fields/email.ts"
import { Url } from "../../schema/fields/url.ts"
import { VerificationCode } from "../../schema/fields/verification-code.ts"
import { CodeIsValid, Success } from "../../schema/responses.ts"
import { wire } from "../../schema/wire.ts"

const tiers = ["client", "server", "admin"] as const

/** Verifies an address with a code. Needs no signed-in user. */
export const verify = Endpoint.post("/contact-channels/verify", {
  tiers,
  body: wire({ code: VerificationCode }),
  success: Success,
  errors: verificationCodeErrors
})

/** Checks a code without using it up. Counts as an attempt. */
export const checkVerificationCode = Endpoint.post("/contact-channels/verify/check-code", {
  tiers,
  body: wire({ code: VerificationCode }),
  success: CodeIsValid,
  errors: verificationCodeErrors
})

/** Mails a link that verifies the address. */
export const sendVerificationCode = Endpoint.post(`${onePath}/send-verification-code`, {
  tiers,
  session: "current",
  params,
  body: wire({ callbackUrl: Url }),
  success: Success,
  errors: [CannotGetOwnUserWithoutUser, UserIdDoesNotExist, EmailAlreadyVerified, RedirectUrlNotWhitelisted]
})

/** Mails a link that verifies the primary address of the caller. Older than `sendVerificationCode`. */
export const sendPrimaryVerificationCode = Endpoint.post("/contact-channels/send-verification-code", {
  tiers,
  session: "current",
  requires: ["user"],
  body: wire({ email: StrictEmail, callbackUrl: Url }),
  success: Success,
  errors: [EmailIsNotPrimaryEmail, EmailAlreadyVerified, RedirectUrlNotWhitelisted]
})
