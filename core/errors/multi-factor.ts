/** Known errors about the second factor of a sign-in. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"
import { redacted } from "../schema/fields/secret.ts"

/** The first factor is correct, and the user has a second one. Send `attemptCode` with a TOTP code to complete. */
export class MultiFactorAuthenticationRequired extends knownError("MultiFactorAuthenticationRequired", {
  status: 400,
  // Redacted, because it proves that the first factor is correct.
  details: { attemptCode: redacted(Schema.String) },
  message: "Enter the six-digit code from your authenticator app."
}) {}

/** The TOTP code is wrong, expired or missing. */
export class InvalidTotpCode extends knownError("InvalidTotpCode", {
  status: 400,
  message: "This code is wrong. Check your authenticator app and enter the newest code."
}) {}
