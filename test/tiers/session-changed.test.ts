/** Calls during which another user signs in. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import { RequestError, SessionChanged } from "../../core/errors/request-error.ts"
import { make as makeMemory } from "../../core/session/token-store-memory.ts"
import { noTokens, type Tokens } from "../../core/session/tokens.ts"
import * as Client from "../../tiers/client.ts"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { isRefresh, jwt, refreshResponse, userBody } from "../core/calling.ts"
import { ok, scripted, tooMany } from "../core/scripted-transport.ts"

const tokenOf = (sub: string) => jwt({ sub, iat: 0, exp: 600 })
const bob: Tokens = { refreshToken: Redacted.make("refresh-bob"), accessToken: Redacted.make(tokenOf("bob")) }

/** Reads the user while Ada's session is refreshed, which takes a second, and changes the session meanwhile. */
const readDuring = (next: Tokens) =>
  Effect.gen(function* () {
    yield* loadModules
    const script = scripted((request) =>
      isRefresh(request)
        ? { ...ok(refreshResponse(tokenOf("ada"))), afterMillis: 1000 }
        : ok(userBody({ display_name: request.headers["x-stack-access-token"] === tokenOf("bob") ? "Bob" : "Ada" }))
    )
    const store = makeMemory({ refreshToken: Redacted.make("refresh-ada"), accessToken: null })
    const layer = Client.layerNoDeps({ projectId: "p", publishableClientKey: "pck_1", tokenStore: store })
    return yield* Effect.gen(function* () {
      const client = yield* Client.Client
      const reading = yield* Effect.forkChild(Effect.result(client.getUser))
      yield* TestClock.adjust(500)
      yield* store.update(() => next)
      yield* TestClock.adjust(500)
      const first = yield* Fiber.join(reading)
      return { first, second: yield* client.getUser, requests: script.requests }
    }).pipe(Effect.provide(Layer.provide(layer, script.layer)))
  })

describe("getUser that waits for a refresh", () => {
  it.effect(
    "fails with SessionChanged after another user has signed in, and sends no request as the previous one",
    () =>
      Effect.gen(function* () {
        const { first, requests, second } = yield* readDuring(bob)
        assert.deepStrictEqual(
          first,
          Result.fail(new RequestError({ endpoint: "session", reason: new SessionChanged() }))
        )
        assert.strictEqual(second?.displayName, "Bob")
        const asUser = requests.filter(({ url }) => url.endsWith("/users/me"))
        assert.deepStrictEqual(
          asUser.map(({ headers }) => headers["x-stack-access-token"]),
          [tokenOf("bob")]
        )
      })
  )

  it.effect("returns null after the user has signed out", () =>
    Effect.gen(function* () {
      const { first, requests, second } = yield* readDuring(noTokens)
      assert.deepStrictEqual([first, second], [Result.succeed(null), null])
      assert.lengthOf(requests, 1)
    })
  )
})

describe("A call that is retried after a delay", () => {
  it.effect("fails with SessionChanged if another user has signed in meanwhile, and is not sent again", () =>
    Effect.gen(function* () {
      yield* loadModules
      const script = scripted(() => tooMany("5"))
      const store = makeMemory({
        refreshToken: Redacted.make("refresh-ada"),
        accessToken: Redacted.make(tokenOf("ada"))
      })
      const layer = Client.layerNoDeps({ projectId: "p", publishableClientKey: "pck_1", tokenStore: store })
      const failure = yield* Effect.gen(function* () {
        const client = yield* Client.Client
        const renaming = yield* Effect.forkChild(Effect.flip(client.updateUser({ displayName: "Ada Lovelace" })))
        yield* TestClock.adjust("1 second")
        yield* store.update(() => bob)
        yield* TestClock.adjust("10 minutes")
        return yield* Fiber.join(renaming)
      }).pipe(Effect.provide(Layer.provide(layer, script.layer)))
      assert.instanceOf(failure, RequestError)
      assert.deepStrictEqual(failure.reason, new SessionChanged())
      assert.lengthOf(script.requests, 1)
    })
  )
})
