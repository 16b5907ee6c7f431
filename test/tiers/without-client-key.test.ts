/** The client tier without a publishable client key, in projects that do not require one. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { layerTest, listen } from "../../service/index.ts"
import * as Client from "../../tiers/client.ts"
import { Fetch } from "../../core/http/transport-fetch.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const projectId = "11111111-1111-4111-8111-111111111111"
const service = (clientKeyRequired: boolean) =>
  Layer.mergeAll(
    layerTest({
      seed: { projects: [{ id: projectId, displayName: "Test", users: [ada], config: { clientKeyRequired } }] }
    }),
    Layer.succeed(Fetch, globalThis.fetch)
  )

const client = Effect.gen(function* () {
  const { url } = yield* listen({ port: 0 })
  return yield* Client.make({ projectId, publishableClientKey: null, baseUrl: url, tokenStore: "memory" })
})

describe("a client whose key is null", () => {
  it.live("signs in, and refreshes its access token", () =>
    Effect.gen(function* () {
      const { getUser, signInWithCredential, tokens, withTokenStore } = yield* client
      yield* signInWithCredential(ada)
      const { refreshToken } = yield* tokens
      assert.isNotNull(refreshToken)
      const renewed = yield* withTokenStore({ refreshToken: Redacted.value(refreshToken), accessToken: null })
      assert.strictEqual((yield* renewed.getUser)?.primaryEmail, ada.email)
      assert.strictEqual((yield* getUser)?.primaryEmail, ada.email)
    }).pipe(Effect.scoped, Effect.provide(service(false)))
  )

  it.live("is told which setting is missing by a project that requires one", () =>
    Effect.gen(function* () {
      const { signInWithCredential } = yield* client
      const failure = yield* Effect.flip(signInWithCredential(ada))
      assert.strictEqual(failure._tag, "RequestError")
      assert.include(failure.message, "publishable client key")
    }).pipe(Effect.scoped, Effect.provide(service(true)))
  )

  it.effect("is not made without a decision", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(
        Client.make({ projectId, baseUrl: "http://127.0.0.1:1", tokenStore: "memory" })
      )
      assert.strictEqual(failure._tag === "ConfigurationError" && failure.option, "publishableClientKey")
    }).pipe(Effect.scoped)
  )
})
