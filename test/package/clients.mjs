// A program of an application for every runtime, beside a service in another process: the client, server and verify
// entries. The arguments are the service's URL, the project's id, its publishable client key and its secret server key.

import assert from "node:assert/strict"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Client from "keystile/client"
import * as Server from "keystile/server"
import { createSessionReader } from "keystile/verify"

const [baseUrl = "", projectId = "", publishableClientKey = "", secretServerKey = ""] = process.argv.slice(2)
const options = { baseUrl, projectId, publishableClientKey }
const credential = { email: `ada-${crypto.randomUUID()}@example.com`, password: "correct horse battery" }

const program = Effect.gen(function* () {
  const client = yield* Client.make({ ...options, tokenStore: "memory" })
  const refused = yield* Effect.flip(client.signInWithCredential(credential))
  assert.equal(refused._tag, "EmailPasswordMismatch")
  yield* client.signUpWithCredential({ ...credential, verificationCallbackUrl: "http://localhost/verify" })
  const user = yield* client.getUser
  assert.equal(user?.primaryEmail, credential.email)

  const { accessToken } = yield* client.tokens
  const sessionOf = createSessionReader(options)
  const authorized = (token) => new Request("http://localhost", { headers: { authorization: `Bearer ${token}` } })
  assert.ok(accessToken)
  const text = Redacted.value(accessToken)
  const session = yield* Effect.promise(() => sessionOf(authorized(text)))
  assert.equal(session?.claims.userId, user?.id)
  assert.equal(yield* Effect.promise(() => sessionOf(authorized(`${text}x`))), null)

  const server = yield* Server.make({ ...options, secretServerKey, tokenStore: null })
  const found = yield* server.users.get(user.id)
  assert.equal(found?.primaryEmail, credential.email)

  yield* client.signOut
  assert.equal(yield* client.getUser, null)
})

await Effect.runPromise(program)
process.stdout.write("works\n")
