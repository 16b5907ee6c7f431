/** Signing up with a password. */
import { PasswordTooShort } from "../errors/password.ts"
import { PasswordAuthenticationNotEnabled, SignUpNotEnabled } from "../errors/sign-in.ts"
import { UserEmailAlreadyExists } from "../errors/user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { Password, StrictEmail, Url } from "../schema/fields.ts"
import { PasswordSignInResult } from "../schema/session.ts"
import { wire } from "../schema/wire.ts"

/**
 * Checked in this order: is it enabled, is the password long enough, is sign-up open, is the address free. The
 * verification mail leads to `verificationCallbackUrl`; if that is not trusted only the mail is lost.
 */
export const signUp = Endpoint.post("/auth/password/sign-up", {
  tiers: ["client", "server", "admin"],
  session: "current",
  body: wire({ email: StrictEmail, password: Password, verificationCallbackUrl: Url }),
  success: PasswordSignInResult,
  errors: [PasswordAuthenticationNotEnabled, PasswordTooShort, SignUpNotEnabled, UserEmailAlreadyExists]
})
