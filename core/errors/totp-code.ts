/** The known error about the code of the second factor. Apart from the first one, for pages that ask for no code. */
import { knownError } from "./known-error.ts"

/** The TOTP code is wrong or too old, or the user did not enter any. */
export class InvalidTotpCode extends knownError<InvalidTotpCode>()("InvalidTotpCode", {
  status: 400,
  message: "This code is not right. Enter the newest code from your authenticator app and try again."
}) {}
