/** Verifying an e-mail address by the code that was mailed to it. Apart from the channels themselves, which weigh more. */
import { verificationCodeErrors } from "../errors/verification-code.ts"
import * as Endpoint from "../http/endpoint.ts"
import { Success } from "../schema/session.ts"
import { CodeIsValid } from "../schema/sign-in-result.ts"
import { VerificationCode } from "../schema/fields.ts"
import { wire } from "../schema/wire.ts"

const tiers = ["client", "server", "admin"] as const

/** No signed-in user is needed. */
export const verify = Endpoint.post("/contact-channels/verify", {
  tiers,
  body: wire({ code: VerificationCode }),
  success: Success,
  errors: verificationCodeErrors
})

/** Counts as an attempt, and leaves the code unused. */
export const checkVerificationCode = Endpoint.post("/contact-channels/verify/check-code", {
  tiers,
  body: wire({ code: VerificationCode }),
  success: CodeIsValid,
  errors: verificationCodeErrors
})
