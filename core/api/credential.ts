/**
 * Signing up and in with a password. Apart from the other calls about passwords (`password.ts`), so that a page which only
 * signs people in does not load those.
 */
import { MultiFactorAuthenticationRequired } from "../errors/multi-factor.ts"
import { PasswordTooShort } from "../errors/password.ts"
import { EmailPasswordMismatch, PasswordAuthenticationNotEnabled, SignUpNotEnabled } from "../errors/sign-in.ts"
import { UserEmailAlreadyExists } from "../errors/user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { Email, Password, StrictEmail, Url } from "../schema/fields.ts"
import { PasswordSignInResult } from "../schema/session.ts"
import { wire } from "../schema/wire.ts"

const tiers = ["client", "server", "admin"] as const

/**
 * Checked in this order: is it enabled, is the password long enough, is sign-up open, is the address free. The
 * verification mail leads to `verificationCallbackUrl`; if that is not trusted only the mail is lost.
 */
export const signUp = Endpoint.post("/auth/password/sign-up", {
  tiers,
  session: "current",
  body: wire({ email: StrictEmail, password: Password, verificationCallbackUrl: Url }),
  success: PasswordSignInResult,
  errors: [PasswordAuthenticationNotEnabled, PasswordTooShort, SignUpNotEnabled, UserEmailAlreadyExists]
})

/** Unknown address, no password and wrong password are one and the same error. */
export const signIn = Endpoint.post("/auth/password/sign-in", {
  tiers,
  session: "current",
  body: wire({ email: Email, password: Password }),
  success: PasswordSignInResult,
  errors: [PasswordAuthenticationNotEnabled, EmailPasswordMismatch, MultiFactorAuthenticationRequired]
})
