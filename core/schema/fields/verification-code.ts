/** Verification codes, which are sent by email. */
import * as Schema from "effect/Schema"
import { hidden } from "./secret.ts"

/** The length of a verification code, and of its start in the mail of a magic link. */
export const VERIFICATION_CODE_LENGTH = 45

export const OTP_LENGTH = 6

/** A verification code of 45 characters in any case. */
export const VerificationCode = hidden(
  Schema.String.check(
    Schema.makeFilter((text) => text.length === VERIFICATION_CODE_LENGTH, {
      expected: `${VERIFICATION_CODE_LENGTH} characters`,
      toJsonSchema: () => ({ minLength: VERIFICATION_CODE_LENGTH, maxLength: VERIFICATION_CODE_LENGTH })
    })
  )
)
