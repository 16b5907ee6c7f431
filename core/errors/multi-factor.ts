/** Known errors about the second factor. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"
import { hidden } from "../schema/secret.ts"

export { InvalidTotpCode } from "./totp-code.ts"

/** The first factor was right and the user has a second one: send `attemptCode` with a TOTP code to finish. */
export class MultiFactorAuthenticationRequired extends knownError<MultiFactorAuthenticationRequired>()(
  "MultiFactorAuthenticationRequired",
  {
    status: 400,
    // Redacted: whoever holds it has passed the first factor.
    details: { attemptCode: hidden(Schema.String) },
    message: "Enter the six-digit code from your authenticator app."
  }
) {}
