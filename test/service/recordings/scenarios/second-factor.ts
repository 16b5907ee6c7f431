/** Sign-in with a second factor. */
import { Clock, Effect } from "effect"
import { userWithSecondFactor, mfaAttemptOf, totpAt } from "../../setup/second-factor.ts"
import { at } from "../scenario.ts"

const newMfaAttempt = Effect.flatMap(userWithSecondFactor, mfaAttemptOf)

export const secondFactor = [
  at(
    9,
    "POST /auth/mfa/sign-in client 200",
    Effect.gen(function* () {
      const code = yield* newMfaAttempt
      return { body: { code, totp: totpAt(yield* Clock.currentTimeMillis) } }
    })
  ),
  at(
    10,
    "POST /auth/mfa/sign-in client 400 INVALID_TOTP_CODE",
    Effect.map(newMfaAttempt, (code) => ({ body: { code } }))
  ),
  at(11, "POST /auth/mfa/sign-in client 404 VERIFICATION_CODE_NOT_FOUND")
]
