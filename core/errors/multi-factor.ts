/** Known errors about the second factor. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"
import { hidden } from "../schema/fields/secret.ts"

/** The first factor was right and the user has a second one: send `attemptCode` with a TOTP code to finish. */
export class MultiFactorAuthenticationRequired extends knownError<MultiFactorAuthenticationRequired>()(
  "MultiFactorAuthenticationRequired",
  {
    status: 400,
    // Redacted: it proves that the first factor was right.
    details: { attemptCode: hidden(Schema.String) },
    message: "Enter the six-digit code from your authenticator app."
  }
) {}

/** The TOTP code is wrong or too old, or the user did not enter any. */
export class InvalidTotpCode extends knownError<InvalidTotpCode>()("InvalidTotpCode", {
  status: 400,
  message: "This code is not right. Enter the newest code from your authenticator app and try again."
}) {}
