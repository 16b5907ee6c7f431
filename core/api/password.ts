/** Passwords: signing up and in with one, resetting a forgotten one, changing it. */
import * as Schema from "effect/Schema"
import { PasswordConfirmationMismatch, PasswordTooShort, UserDoesNotHavePassword } from "../errors/password.ts"
import { RedirectUrlNotWhitelisted } from "../errors/project.ts"
import { PasswordAuthenticationNotEnabled } from "../errors/sign-in.ts"
import { verificationCodeErrors } from "../errors/verification-code.ts"
import * as Endpoint from "../http/endpoint.ts"
import { Email, Password, Url, VerificationCode } from "../schema/fields.ts"
import { Success } from "../schema/session.ts"
import { CodeIsValid } from "../schema/sign-in-result.ts"
import { wire } from "../schema/wire.ts"

export { signIn } from "./credential.ts"
export { signUp } from "./sign-up.ts"

const tiers = ["client", "server", "admin"] as const

/** The response of `sendResetCode`, the same whether or not a user signs in with the address. */
export const RESET_CODE_ANSWER = "maybe, only if user with e-mail exists"

/** Mails a link to choose a new password. The response does not tell whether the address is known. */
export const sendResetCode = Endpoint.post("/auth/password/send-reset-code", {
  tiers,
  body: wire({ email: Email, callbackUrl: Url }),
  success: wire({ success: Schema.String }),
  errors: [PasswordAuthenticationNotEnabled, RedirectUrlNotWhitelisted]
})

/** Counts as an attempt, and leaves the code unused. */
export const checkResetCode = Endpoint.post("/auth/password/reset/check-code", {
  tiers,
  body: wire({ code: VerificationCode }),
  success: CodeIsValid,
  errors: verificationCodeErrors
})

/** Sets the password and ends all sessions of the user. A password that is too short uses the code up all the same. */
export const reset = Endpoint.post("/auth/password/reset", {
  tiers,
  body: wire({ code: VerificationCode, password: Password }),
  success: Success,
  errors: [...verificationCodeErrors, PasswordAuthenticationNotEnabled, PasswordTooShort]
})

/** Ends all sessions of the user but the current one, which its refresh token names. */
export const update = Endpoint.post("/auth/password/update", {
  tiers,
  session: "current",
  requires: ["user"],
  takesRefreshToken: true,
  body: wire({ oldPassword: Password, newPassword: Password }),
  success: Success,
  errors: [PasswordAuthenticationNotEnabled, PasswordTooShort, UserDoesNotHavePassword, PasswordConfirmationMismatch]
})

/** The first password of a user who has none. Keeps all sessions. */
export const set = Endpoint.post("/auth/password/set", {
  tiers,
  session: "current",
  requires: ["user"],
  body: wire({ password: Password }),
  success: Success,
  errors: [PasswordAuthenticationNotEnabled, PasswordTooShort]
})
