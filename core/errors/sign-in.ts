/** Known errors about the ways to sign in and sign up. */
import { knownError } from "./known-error.ts"

/** The project does not take new accounts. */
export class SignUpNotEnabled extends knownError<SignUpNotEnabled>()("SignUpNotEnabled", {
  code: "SIGN_UP_NOT_ENABLED",
  status: 400,
  message: "New accounts cannot be created here at the moment."
}) {}

/** The project does not offer sign-in with a password. */
export class PasswordAuthenticationNotEnabled extends knownError<PasswordAuthenticationNotEnabled>()(
  "PasswordAuthenticationNotEnabled",
  {
    code: "PASSWORD_AUTHENTICATION_NOT_ENABLED",
    status: 400,
    message: "Signing in with a password is not possible here."
  }
) {}

/** The project does not offer sign-in with a passkey. */
export class PasskeyAuthenticationNotEnabled extends knownError<PasskeyAuthenticationNotEnabled>()(
  "PasskeyAuthenticationNotEnabled",
  {
    code: "PASSKEY_AUTHENTICATION_NOT_ENABLED",
    status: 400,
    message: "Signing in with a passkey is turned off here. Choose another way to sign in."
  }
) {}

/** No account has this email with this password: an unknown email and a wrong password give the same answer. */
export class EmailPasswordMismatch extends knownError<EmailPasswordMismatch>()("EmailPasswordMismatch", {
  code: "EMAIL_PASSWORD_MISMATCH",
  status: 400,
  message: "Wrong email or password."
}) {}
