/** Sets up users with a passkey. */
import { Effect } from "effect"
import { makeAuthenticator } from "../authenticator.ts"
import { withToken } from "../fixture.ts"
import { passkeysOf, register } from "../resources/passkey-fixture.ts"
import { newUser } from "./users.ts"

/** Signs up a user who registers a passkey. Returns its id, too. */
export const userWithPasskey = Effect.gen(function* () {
  const user = yield* newUser
  const headers = withToken(user.accessToken)
  yield* register(headers, makeAuthenticator())
  const [passkey] = yield* passkeysOf(headers)
  return { user, passkey: passkey?.id ?? "" }
})
