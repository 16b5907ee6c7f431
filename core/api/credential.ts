/**
 * Signing in with a password. Apart from signing up (`sign-up.ts`) and the other calls about passwords (`password.ts`), so
 * that a page which only signs people in does not load those.
 */
import { EmailPasswordMismatch, PasswordAuthenticationNotEnabled } from "../errors/credential.ts"
import { MultiFactorAuthenticationRequired } from "../errors/multi-factor.ts"
import * as Endpoint from "../http/endpoint.ts"
import { Email, Password } from "../schema/credential.ts"
import { PasswordSignInResult } from "../schema/session.ts"
import { wire } from "../schema/wire.ts"

const tiers = ["client", "server", "admin"] as const

/** Unknown address, no password and wrong password are one and the same error. */
export const signIn = Endpoint.post("/auth/password/sign-in", {
  tiers,
  session: "current",
  body: wire({ email: Email, password: Password }),
  success: PasswordSignInResult,
  errors: [PasswordAuthenticationNotEnabled, EmailPasswordMismatch, MultiFactorAuthenticationRequired]
})
