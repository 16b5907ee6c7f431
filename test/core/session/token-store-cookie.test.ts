// @vitest-environment happy-dom
/** The token store in cookies of a browser. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { ApiConfig } from "../../../core/config/api-config.ts"
import { TokenStore } from "../../../core/session/token-store.ts"
import { pairedAccessToken } from "../../../core/session/cookies.ts"
import { layerCookie } from "../../../core/session/token-store-cookie.ts"
import { noTokens } from "../../../core/session/tokens.ts"
import { apiConfig } from "../calling.ts"
import { REFRESH, cookies, get, layer, plain, put, signedOut, tokens, withStore } from "./cookie-fixture.ts"

describe("The cookie token store", () => {
  it.effect("stores both tokens, and reads them after a page reload", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* get, signedOut)
      yield* put(tokens("r", "a"))
      assert.deepStrictEqual(yield* get, ["r", "a"])
    })
  )

  it.effect("writes cookies with the names of the protocol and the encoding of js-cookie", () =>
    Effect.gen(function* () {
      yield* put(tokens('re,f"', "a.b.c"))
      assert.deepStrictEqual(cookies(), {
        [REFRESH]: "re%2Cf%22",
        "stack-access": "[%22re%2Cf%5C%22%22%2C%22a.b.c%22]"
      })
      assert.deepStrictEqual(yield* get, ['re,f"', "a.b.c"])
    })
  )

  it.effect("removes the access cookie without an access token, and both cookies without a session", () =>
    Effect.gen(function* () {
      yield* put(tokens("r", "a"))
      yield* put(tokens("r", null))
      assert.deepStrictEqual(cookies(), { [REFRESH]: "r" })
      assert.deepStrictEqual(yield* get, ["r", null])
      yield* put(noTokens)
      assert.deepStrictEqual(cookies(), {})
      assert.deepStrictEqual(yield* get, signedOut)
    })
  )

  it.effect("stores the tokens of projects separately", () =>
    Effect.gen(function* () {
      yield* put(tokens("r", "a"))
      const other = layerCookie.pipe(Layer.provide(Layer.succeed(ApiConfig, apiConfig({ projectId: "internal" }))))
      const read = TokenStore.use((store) => Effect.map(store.get, plain)).pipe(Effect.provide(other), Effect.orDie)
      assert.deepStrictEqual(yield* read, signedOut)
    })
  )

  it.effect("fails outside a browser", () =>
    Effect.gen(function* () {
      const { document } = globalThis
      Reflect.deleteProperty(globalThis, "document")
      const error = yield* Effect.flip(Effect.provide(TokenStore, Layer.fresh(layer))).pipe(
        Effect.ensuring(Effect.sync(() => Object.assign(globalThis, { document })))
      )
      assert.deepInclude(error, { _tag: "ConfigurationError", option: "tokenStore" })
    })
  )

  it.effect("reads changes from another tab immediately", () =>
    withStore((store) =>
      Effect.gen(function* () {
        yield* store.update(() => tokens("r", "a"))
        document.cookie = `${REFRESH}=other; path=/`
        assert.deepStrictEqual(plain(yield* store.get), ["other", null])
        document.cookie = `${REFRESH}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`
        assert.deepStrictEqual(plain(yield* store.get), signedOut)
      })
    )
  )
})

describe("The access cookie", () => {
  const pair = (cookie: string) => {
    const token = pairedAccessToken(cookie, "r")
    return token && Redacted.value(token)
  }

  it("is used only together with the refresh token it was stored with", () => {
    assert.strictEqual(pair('["r","a"]'), "a")
  })

  it.each([
    "",
    "a",
    "null",
    "[]",
    '["r"]',
    '["r","a","b"]',
    '["other","a"]',
    '["r",null]',
    '["r",1]',
    '["r",""]',
    '["r","undefined"]',
    '["r","null"]',
    '["r","a\\nb"]',
    '["r",["a"]]',
    ' ["r","a"]',
    '[ "r","a"]',
    '{"0":"r","1":"a","length":2}',
    '["r","a"',
    `["${"x".repeat(100_000)}`,
    `["r",${"[".repeat(100_000)}`
  ])("counts nothing when it is anything else (%#)", (cookie) => {
    assert.isNull(pair(cookie))
  })

  it.prop("is used only as such a pair, for any text", [Schema.String], ([text]) => {
    const found = pair(text)
    assert.isTrue(found === null || JSON.parse(text)[1] === found)
  })

  it.effect("stored with another session is ignored", () =>
    Effect.gen(function* () {
      document.cookie = `${REFRESH}=r; path=/`
      document.cookie = "stack-access=[%22evil%22%2C%22a%22]; path=/"
      assert.deepStrictEqual(yield* get, ["r", null])
    })
  )

  it.effect("without a refresh cookie is not a session", () =>
    Effect.gen(function* () {
      document.cookie = "stack-access=[%22r%22%2C%22a%22]; path=/"
      assert.deepStrictEqual(yield* get, signedOut)
    })
  )
})

describe("The older refresh cookie", () => {
  it.effect("is read when the new one is missing, with its access token", () =>
    Effect.gen(function* () {
      document.cookie = "stack-refresh=old; path=/"
      document.cookie = "stack-access=[%22old%22%2C%22a%22]; path=/"
      assert.deepStrictEqual(yield* get, ["old", "a"])
    })
  )

  it.effect("is ignored beside the new one", () =>
    Effect.gen(function* () {
      document.cookie = "stack-refresh=old; path=/"
      document.cookie = `${REFRESH}=new; path=/`
      assert.deepStrictEqual(yield* get, ["new", null])
    })
  )

  it.effect("is read when the new one is malformed, and sign-out removes both", () =>
    Effect.gen(function* () {
      document.cookie = "stack-refresh=old; path=/"
      document.cookie = `${REFRESH}=undefined; path=/`
      assert.deepStrictEqual(yield* get, ["old", null])
      yield* put(noTokens)
      assert.deepStrictEqual(cookies(), {})
    })
  )

  it.effect("is removed by the next write, so that a sign-out ends its session", () =>
    Effect.gen(function* () {
      document.cookie = "stack-refresh=old; path=/"
      yield* put(noTokens)
      assert.deepStrictEqual(yield* get, signedOut)
      assert.deepStrictEqual(cookies(), {})
    })
  )
})

describe("A subscriber of the cookie token store", () => {
  it.effect("is notified of changes, and not of updates that change nothing", () =>
    withStore((store) =>
      Effect.gen(function* () {
        let notifications = 0
        store.subscribe(() => notifications++)
        yield* store.update((current) => current)
        assert.strictEqual(notifications, 0)
        yield* store.update(() => tokens("r", "a"))
        assert.strictEqual(notifications, 1)
      })
    )
  )
})
