// Uses the client, server and verify entries, beside a service in another process. It runs on every runtime, so it
// imports nothing of one.

import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Client from "keystile/client"
import * as Server from "keystile/server"
import { createSessionReader } from "keystile/verify"

/** Signs up, verifies tokens and reads a user. Rejects with the first fault. */
export const checkClients = ({ baseUrl, projectId, publishableClientKey, secretServerKey }) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const options = { baseUrl, projectId, publishableClientKey }
      const credential = { email: `ada-${crypto.randomUUID()}@example.com`, password: "correct horse battery" }
      const client = yield* Client.make({ ...options, tokenStore: "memory" })
      const refused = yield* Effect.flip(client.signInWithCredential(credential))
      equal(refused._tag, "EmailPasswordMismatch")
      yield* client.signUpWithCredential({ ...credential, verificationCallbackUrl: "http://localhost/verify" })
      const user = yield* client.getUser
      equal(user?.primaryEmail, credential.email)

      const { accessToken } = yield* client.tokens
      const sessionOf = createSessionReader(options)
      const authorized = (token) => new Request("http://localhost", { headers: { authorization: `Bearer ${token}` } })
      const text = Redacted.value(accessToken)
      const session = yield* Effect.promise(() => sessionOf(authorized(text)))
      equal(session?.claims.userId, user.id)
      equal(yield* Effect.promise(() => sessionOf(authorized(`${text}x`))), null)

      const server = yield* Server.make({ ...options, secretServerKey, tokenStore: null })
      const found = yield* server.users.get(user.id)
      equal(found?.primaryEmail, credential.email)

      yield* client.signOut
      equal(yield* client.getUser, null)
    })
  )

const equal = (actual, expected) => {
  if (actual !== expected) throw new Error(`${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`)
}
