/** Known errors about the ways to sign in and sign up. */
import { knownError } from "./known-error.ts"

export { EmailPasswordMismatch, PasswordAuthenticationNotEnabled } from "./credential.ts"

/** The project does not take new accounts. */
export class SignUpNotEnabled extends knownError<SignUpNotEnabled>()("SignUpNotEnabled", {
  status: 400,
  message: "New accounts cannot be created here at the moment."
}) {}

/** The project does not offer sign-in with a passkey. */
export class PasskeyAuthenticationNotEnabled extends knownError<PasskeyAuthenticationNotEnabled>()(
  "PasskeyAuthenticationNotEnabled",
  {
    status: 400,
    message: "Signing in with a passkey is turned off here. Choose another way to sign in."
  }
) {}
