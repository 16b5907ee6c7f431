/** Signs a user in with a password. */
import { MultiFactorAuthenticationRequired } from "../../errors/multi-factor.ts"
import { EmailPasswordMismatch, PasswordAuthenticationNotEnabled } from "../../errors/password.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { Email } from "../../schema/fields/email.ts"
import { Password } from "../../schema/fields/password.ts"
import { PasswordSignInResult } from "../../schema/session.ts"
import { wire } from "../../schema/wire.ts"

const tiers = ["client", "server", "admin"] as const

/** Unknown address, no password and wrong password are one and the same error. */
export const signIn = Endpoint.post("/auth/password/sign-in", {
  tiers,
  session: "current",
  body: wire({ email: Email, password: Password }),
  success: PasswordSignInResult,
  errors: [PasswordAuthenticationNotEnabled, EmailPasswordMismatch, MultiFactorAuthenticationRequired]
})
