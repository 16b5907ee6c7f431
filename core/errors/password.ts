/** Known errors about signing in with a password. */
import { knownError } from "./known-error.ts"

/** The project does not offer sign-in with a password. */
export class PasswordAuthenticationNotEnabled extends knownError("PasswordAuthenticationNotEnabled", {
  status: 400,
  message: "Signing in with a password is turned off here. Choose another way to sign in."
}) {}

/** The email or the password is wrong. The error is the same for both, so that it does not reveal accounts. */
export class EmailPasswordMismatch extends knownError("EmailPasswordMismatch", {
  status: 400,
  message: "Wrong email or password."
}) {}
