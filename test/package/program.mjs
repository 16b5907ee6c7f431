// A program of an application that depends on the package: signs up at the embedded service with the promise client,
// and uses the Effect client and a verified access token.

import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Client from "keystile/client"
import { createClientApp } from "keystile/promise"
import { layerTest, listen, ProjectKeys } from "keystile/service"
import { createSessionReader } from "keystile/verify"

const credential = { email: "ada@example.com", password: "correct horse" }

const byPromise = async (options) => {
  const app = createClientApp(options)
  const refused = await app.signInWithCredential(credential)
  assert.equal(refused.status, "error")
  assert.equal(refused.error._tag, "EmailPasswordMismatch")
  const result = await app.signUpWithCredential({ ...credential, verificationCallbackUrl: "http://localhost/verify" })
  assert.equal(result.status, "ok")
  const user = await app.getUser()
  assert.equal(user.primaryEmail, credential.email)
  return user.getAuthJson()
}

const program = Effect.gen(function* () {
  const { url } = yield* listen({ port: 0 })
  const [project] = yield* (yield* ProjectKeys).list
  const options = {
    projectId: project.id,
    publishableClientKey: project.publishableClientKey,
    baseUrl: url,
    tokenStore: "memory"
  }
  const { accessToken } = yield* Effect.promise(() => byPromise(options))

  const sessionOf = createSessionReader(options)
  const session = yield* Effect.promise(() =>
    sessionOf(new Request("http://localhost", { headers: { authorization: `Bearer ${accessToken}` } }))
  )

  const client = yield* Client.make(options)
  yield* client.signInWithCredential(credential)
  const user = yield* client.getUser
  assert.equal(session?.claims.userId, user?.id)
})

const projectId = "11111111-1111-4111-8111-111111111111"
await Effect.runPromise(
  Effect.scoped(Effect.provide(program, layerTest({ seed: { projects: [{ id: projectId, displayName: "Test" }] } })))
)
process.stdout.write(`works on Node ${process.versions.node}\n`)
