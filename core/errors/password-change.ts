/** Known errors about changing the password of an account. */
import { knownError } from "./known-error.ts"

/** The user has no password yet, so there is none to change. */
export class UserDoesNotHavePassword extends knownError("UserDoesNotHavePassword", {
  status: 400,
  message: "This account has no password yet. Set one instead of changing it."
}) {}

/** The current password, which confirms a change of password, is wrong. */
export class PasswordConfirmationMismatch extends knownError("PasswordConfirmationMismatch", {
  status: 400,
  message: "This is not the current password of the account. Check it and try again."
}) {}
