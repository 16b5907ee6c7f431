/** Verification codes, which are sent by email. */
import * as Schema from "effect/Schema"
import { VERIFICATION_CODE_LENGTH } from "./code-length.ts"
import { redacted } from "./secret.ts"

/** A verification code of 45 characters in any case. */
export const VerificationCode = redacted(
  Schema.String.check(
    Schema.makeFilter((text) => text.length === VERIFICATION_CODE_LENGTH, {
      expected: `${VERIFICATION_CODE_LENGTH} characters`,
      toJsonSchema: () => ({ minLength: VERIFICATION_CODE_LENGTH, maxLength: VERIFICATION_CODE_LENGTH })
    })
  )
)
