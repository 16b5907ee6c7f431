/** Known error about the TOTP code of a second factor. */
import { knownError } from "./known-error.ts"

/** The TOTP code is wrong, expired or missing. */
export class InvalidTotpCode extends knownError<InvalidTotpCode>()("InvalidTotpCode", {
  status: 400,
  message: "This code is wrong. Check your authenticator app and enter the newest code."
}) {}
