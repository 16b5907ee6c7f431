// Runs the exports of a built page against the embedded service.

import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { layerTest, listen, ProjectKeys } from "keystile/service"
import { markup, signUp } from "./page/page.js"

const credential = { email: "ada@example.com", password: "correct horse" }

const program = Effect.gen(function* () {
  const { url } = yield* listen({ port: 0 })
  const [project] = yield* (yield* ProjectKeys).list
  const options = {
    projectId: project.id,
    publishableClientKey: project.publishableClientKey,
    baseUrl: url,
    tokenStore: "memory"
  }
  assert.equal(yield* Effect.promise(() => signUp(options, credential)), credential.email)
  assert.match(markup(options), /<p>Hello<\/p>/)
})

const projectId = "11111111-1111-4111-8111-111111111111"
await Effect.runPromise(
  Effect.scoped(Effect.provide(program, layerTest({ seed: { projects: [{ id: projectId, displayName: "Test" }] } })))
)
process.stdout.write("works in a Vite build\n")
// React's renderer for browsers keeps a MessageChannel open.
process.exit()
