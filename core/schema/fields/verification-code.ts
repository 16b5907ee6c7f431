/** Verification codes, which are sent by email. */
import * as Schema from "effect/Schema"
import { hidden } from "./secret.ts"

/** Characters of a verification code, and how many of them the magic link's mail shows. */
export const VERIFICATION_CODE_LENGTH = 45

export const OTP_LENGTH = 6

/** A verification code: 45 characters; their case does not matter. */
export const VerificationCode = hidden(
  Schema.String.check(
    Schema.makeFilter((text) => text.length === VERIFICATION_CODE_LENGTH, {
      expected: `${VERIFICATION_CODE_LENGTH} characters`,
      toJsonSchema: () => ({ minLength: VERIFICATION_CODE_LENGTH, maxLength: VERIFICATION_CODE_LENGTH })
    })
  )
)
