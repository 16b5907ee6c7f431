/** Sets up sign-ins on a command line. */
import { Effect, Schema } from "effect"
import { asClient } from "../fixture.ts"
import { setUp } from "./project.ts"
import { newUser } from "./users.ts"

const readStarted = Schema.decodeUnknownEffect(
  Schema.Struct({ polling_code: Schema.String, login_code: Schema.String })
)

export const startedSignIn = Effect.flatMap(setUp("POST", "/auth/cli", {}, asClient), (json) =>
  Effect.orDie(readStarted(json))
)

export const signInToApprove = Effect.gen(function* () {
  const { login_code } = yield* startedSignIn
  const user = yield* newUser
  return { user, body: { login_code, refresh_token: user.refreshToken } }
})

export const approvedSignIn = Effect.gen(function* () {
  const { login_code, polling_code } = yield* startedSignIn
  const user = yield* newUser
  yield* setUp("POST", "/auth/cli/complete", { login_code, refresh_token: user.refreshToken }, asClient)
  return { body: { polling_code } }
})
