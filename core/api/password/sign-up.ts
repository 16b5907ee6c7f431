/** Creates a user with a password. */
import { PasswordAuthenticationNotEnabled } from "../../errors/password.ts"
import { PasswordBreached, PasswordTooShort } from "../../errors/password-rules.ts"
import { SignUpNotEnabled, UserEmailAlreadyExists } from "../../errors/user.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { StrictEmail } from "../../schema/fields/email.ts"
import { Password } from "../../schema/fields/password.ts"
import { Url } from "../../schema/fields/url.ts"
import { PasswordSignInResult } from "../../schema/session.ts"
import { wire } from "../../schema/wire.ts"

/**
 * Creates a user and mails a verification link to `verificationCallbackUrl`. If that URL is not trusted, no mail is
 * sent.
 *
 * The checks are in this order: password sign-in is enabled, the length of the password, sign-up is enabled, the
 * address is available, the password is not in the list of breached ones.
 */
export const signUp = Endpoint.post("/auth/password/sign-up", {
  tiers: ["client", "server", "admin"],
  session: "current",
  body: wire({ email: StrictEmail, password: Password, verificationCallbackUrl: Url }),
  success: PasswordSignInResult,
  errors: [
    PasswordAuthenticationNotEnabled,
    PasswordTooShort,
    SignUpNotEnabled,
    UserEmailAlreadyExists,
    PasswordBreached
  ]
})
