/** Known error of a sign-in that needs a second factor. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"
import { hidden } from "../schema/fields/secret.ts"

/** The first factor is correct, and the user has a second one. Send `attemptCode` with a TOTP code to complete. */
export class MultiFactorAuthenticationRequired extends knownError<MultiFactorAuthenticationRequired>()(
  "MultiFactorAuthenticationRequired",
  {
    status: 400,
    // Redacted, because it proves that the first factor is correct.
    details: { attemptCode: hidden(Schema.String) },
    message: "Enter the six-digit code from your authenticator app."
  }
) {}
