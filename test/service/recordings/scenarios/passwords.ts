/** Sign-up, sign-in, change and reset of passwords. */
import { Effect } from "effect"
import { asClient } from "../../fixture.ts"
import { resetCode } from "../../setup/mailed-codes.ts"
import { newUser, userWithoutPassword, signedIn } from "../../setup/users.ts"
import { setUp } from "../../setup/project.ts"
import { configure } from "../../requests.ts"
import { userWithSecondFactor } from "../../setup/second-factor.ts"
import { at } from "../scenario.ts"

const newResetCode = Effect.map(Effect.flatMap(newUser, resetCode), (code) => ({ body: { code } }))

const withoutPassword = Effect.map(userWithoutPassword, (user) => ({ user }))

const knowingThePassword = Effect.map(newUser, (user) => ({ user, body: { old_password: user.password } }))

export const passwords = [
  at(45, "POST /auth/password/reset client 200", newResetCode),
  at(46, "POST /auth/password/reset client 400 PASSWORD_TOO_SHORT", newResetCode),
  at(47, "POST /auth/password/reset/check-code client 200", newResetCode),
  at(
    48,
    "POST /auth/password/reset/check-code client 409 VERIFICATION_CODE_ALREADY_USED",
    Effect.gen(function* () {
      const code = yield* Effect.flatMap(newUser, resetCode)
      yield* setUp("POST", "/auth/password/reset", { code, password: "a new password" }, asClient)
      return { body: { code } }
    })
  ),
  at(
    49,
    "POST /auth/password/send-reset-code client 200",
    Effect.map(newUser, ({ email }) => ({ body: { email } }))
  ),
  at(
    50,
    "POST /auth/password/send-reset-code client 400 REDIRECT_URL_NOT_WHITELISTED",
    Effect.map(newUser, ({ email }) => ({ body: { email } }))
  ),
  at(51, "POST /auth/password/set client 200", withoutPassword),
  at(52, "POST /auth/password/set client 400", signedIn),
  at(53, "POST /auth/password/set client 400 PASSWORD_TOO_SHORT", withoutPassword),
  at(
    54,
    "POST /auth/password/set client 400 PASSWORD_AUTHENTICATION_NOT_ENABLED",
    Effect.tap(withoutPassword, configure({ credential_enabled: false }))
  ),
  at(55, "POST /auth/password/set client 400 SCHEMA_ERROR"),
  at(
    56,
    "POST /auth/password/sign-in client 200",
    Effect.map(newUser, ({ email, password }) => ({ body: { email, password } }))
  ),
  at(
    57,
    "POST /auth/password/sign-in client 400 MULTI_FACTOR_AUTHENTICATION_REQUIRED",
    Effect.map(userWithSecondFactor, ({ email, password }) => ({ body: { email, password } }))
  ),
  at(58, "POST /auth/password/sign-in client 400 EMAIL_PASSWORD_MISMATCH"),
  at(59, "POST /auth/password/sign-up client 200"),
  at(
    60,
    "POST /auth/password/sign-up client 400 PASSWORD_AUTHENTICATION_NOT_ENABLED",
    Effect.as(configure({ credential_enabled: false }), {})
  ),
  at(
    61,
    "POST /auth/password/sign-up client 400 SIGN_UP_NOT_ENABLED",
    Effect.as(configure({ sign_up_enabled: false }), {})
  ),
  at(62, "POST /auth/password/sign-up client 400 PASSWORD_TOO_SHORT"),
  at(
    63,
    "POST /auth/password/sign-up client 409 USER_EMAIL_ALREADY_EXISTS",
    Effect.map(newUser, (user) => ({ user, body: { email: user.email } }))
  ),
  at(64, "POST /auth/password/update client 200", knowingThePassword),
  at(65, "POST /auth/password/update admin 400 PASSWORD_TOO_SHORT", knowingThePassword),
  at(66, "POST /auth/password/update admin 400 SCHEMA_ERROR", signedIn),
  at(67, "POST /auth/password/update client 400 PASSWORD_CONFIRMATION_MISMATCH", signedIn),
  at(68, "POST /auth/password/update client 400 USER_DOES_NOT_HAVE_PASSWORD", withoutPassword),
  at(69, "POST /auth/password/update client 400 SCHEMA_ERROR")
]
