/** Sign-in by a mailed code. */
import { Effect } from "effect"
import { asClient, send } from "../../fixture.ts"
import { signInCode } from "../../setup/mailed-codes.ts"
import { newUser } from "../../setup/users.ts"
import { setUp } from "../../setup/project.ts"
import { configure } from "../../requests.ts"
import { userWithSecondFactor } from "../../setup/second-factor.ts"
import { at } from "../scenario.ts"

const newSignInCode = signInCode("new@example.com")

export const codesByMail = [
  at(25, "POST /auth/otp/send-sign-in-code client 200"),
  at(26, "POST /auth/otp/send-sign-in-code client 400 REDIRECT_URL_NOT_WHITELISTED"),
  at(
    27,
    "POST /auth/otp/send-sign-in-code client 400 SIGN_UP_NOT_ENABLED",
    Effect.as(configure({ sign_up_enabled: false }), {})
  ),
  at(28, "POST /auth/otp/send-sign-in-code client 403", Effect.as(configure({ magic_link_enabled: false }), {})),
  at(
    29,
    "POST /auth/otp/send-sign-in-code client 409 USER_EMAIL_ALREADY_EXISTS",
    Effect.map(newUser, ({ email }) => ({ body: { email } }))
  ),
  at(
    30,
    "POST /auth/otp/sign-in client 200",
    Effect.map(newSignInCode, (code) => ({ body: { code } }))
  ),
  at(
    31,
    "POST /auth/otp/sign-in client 400 MULTI_FACTOR_AUTHENTICATION_REQUIRED",
    Effect.gen(function* () {
      const { email, id } = yield* userWithSecondFactor
      yield* setUp("PATCH", `/users/${id}`, { primary_email_verified: true })
      return { body: { code: yield* signInCode(email) } }
    })
  ),
  at(
    32,
    "POST /auth/otp/sign-in client 400 VERIFICATION_CODE_MAX_ATTEMPTS_REACHED",
    Effect.gen(function* () {
      const code = yield* newSignInCode
      const guess = { code: `000000${code.slice(6)}` }
      for (let attempt = 0; attempt < 20; attempt++) {
        yield* send("POST", "/api/v1/auth/otp/sign-in/check-code", { headers: asClient, json: guess })
      }
      return { body: { code } }
    })
  ),
  at(33, "POST /auth/otp/sign-in client 404 VERIFICATION_CODE_NOT_FOUND")
]
