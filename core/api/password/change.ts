/** Endpoints that change or set the password of the signed-in user. */
import { PasswordAuthenticationNotEnabled } from "../../errors/password.ts"
import { PasswordConfirmationMismatch, UserDoesNotHavePassword } from "../../errors/password-change.ts"
import { PasswordBreached, PasswordTooShort } from "../../errors/password-rules.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { Password } from "../../schema/fields/password.ts"
import { Success } from "../../schema/responses.ts"
import { wire } from "../../schema/wire.ts"

const tiers = ["client", "server", "admin"] as const

/** Changes the password, and ends all sessions of the user except that of the given refresh token. */
export const update = Endpoint.post("/auth/password/update", {
  tiers,
  session: "current",
  requires: ["user"],
  takesRefreshToken: true,
  body: wire({ oldPassword: Password, newPassword: Password }),
  success: Success,
  errors: [
    PasswordAuthenticationNotEnabled,
    PasswordTooShort,
    PasswordBreached,
    UserDoesNotHavePassword,
    PasswordConfirmationMismatch
  ]
})

/** Sets the password of a user without one. Keeps all sessions. */
export const set = Endpoint.post("/auth/password/set", {
  tiers,
  session: "current",
  requires: ["user"],
  body: wire({ password: Password }),
  success: Success,
  errors: [PasswordAuthenticationNotEnabled, PasswordTooShort, PasswordBreached]
})
