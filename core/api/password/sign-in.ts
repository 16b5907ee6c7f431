/** Signs a user in with a password. */
import { MultiFactorAuthenticationRequired } from "../../errors/multi-factor.ts"
import { EmailPasswordMismatch, PasswordAuthenticationNotEnabled } from "../../errors/password.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { Email } from "../../schema/fields/email.ts"
import { Password } from "../../schema/fields/password.ts"
import { PasswordSignInResult } from "../../schema/session.ts"
import { wire } from "../../schema/wire.ts"

const tiers = ["client", "server", "admin"] as const

/** The error is the same for an unknown address, a user without a password, and a wrong password. */
export const signIn = Endpoint.post("/auth/password/sign-in", {
  tiers,
  session: "current",
  body: wire({ email: Email, password: Password }),
  success: PasswordSignInResult,
  errors: [PasswordAuthenticationNotEnabled, EmailPasswordMismatch, MultiFactorAuthenticationRequired]
})
