// @vitest-environment happy-dom
/** The attributes of the cookies that contain a session. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TokenStore } from "../../../core/session/token-store.ts"
import { noTokens } from "../../../core/session/tokens.ts"
import { DAY } from "../../durations.ts"
import { GUARD, REFRESH, get, layer, page, put, replaceCookies, signedOut, tokens } from "./cookie-fixture.ts"

describe("The attributes of the cookies", () => {
  const written: Array<string> = []
  const watch = Effect.sync(() => {
    written.length = 0
    replaceCookies(
      () => "",
      (cookie) => written.push(cookie)
    )
  })
  const attributesOf = (name: string) =>
    written
      .find((cookie) => cookie.startsWith(`${name}=`))
      ?.split("; ")
      .slice(1) ?? []
  const days = (name: string) => {
    const expires =
      attributesOf(name)
        .find((text) => text.startsWith("expires="))
        ?.slice(8) ?? ""
    return Math.round((Date.parse(expires) - Date.now()) / DAY)
  }

  it.effect("are path=/ and sameSite=lax without a domain over http", () =>
    Effect.gen(function* () {
      yield* watch
      yield* put(tokens("r", "a"))
      for (const name of [REFRESH, "stack-access"]) {
        const attributes = attributesOf(name).filter((text) => !text.startsWith("expires="))
        assert.deepStrictEqual(
          attributes.map((text) => text.toLowerCase()),
          ["path=/", "samesite=lax"]
        )
      }
      assert.deepStrictEqual([days(REFRESH), days("stack-access")], [365, 1])
      assert.deepStrictEqual(attributesOf("stack-is-https"), [])
    })
  )

  it.effect("are not written for a cookie of more than 4096 bytes, which fails with TokensNotStored", () =>
    Effect.gen(function* () {
      yield* put(tokens("r", "a"))
      for (const large of [tokens("r".repeat(4096 - REFRESH.length + 1), null), tokens("r", "a".repeat(4096))]) {
        const failure = yield* Effect.flip(Effect.flatMap(TokenStore, (store) => store.update(() => large))).pipe(
          Effect.provide(Layer.fresh(layer))
        )
        assert.deepInclude(failure, { _tag: "TokensNotStored", problem: "cookie-too-large" })
        assert.deepStrictEqual(yield* get, ["r", "a"])
      }
      yield* put(tokens("r".repeat(4096 - REFRESH.length), null))
      assert.strictEqual((yield* get)[0]?.length, 4096 - REFRESH.length)
    })
  )

  it.effect(
    "are secure, sameSite=none and partitioned in a frame of another site when the browser accepts no others",
    () =>
      Effect.gen(function* () {
        page.setURL("https://app.test/")
        // Browsers accept only these cookies in a cross-site frame (RFC 6265bis, section 5.7; CHIPS).
        const taken = new Map<string, string>()
        replaceCookies(
          () => [...taken].map(([name, value]) => `${name}=${value}`).join("; "),
          (cookie) => {
            const [pair = "", ...given] = cookie.split("; ")
            const [, name = "", value = ""] = /(.*?)=(.*)/.exec(pair) ?? []
            if (!["secure", "sameSite=none", "partitioned", "path=/"].every((text) => given.includes(text))) return
            if (value === "") taken.delete(name)
            else taken.set(name, value)
          }
        )
        const top = Object.getOwnPropertyDescriptor(globalThis, "top")
        Object.defineProperty(globalThis, "top", { configurable: true, value: {} })
        try {
          yield* put(tokens("r", "a"))
          assert.deepStrictEqual(yield* get, ["r", "a"])
          yield* put(tokens("r", "b"))
          assert.deepStrictEqual(yield* get, ["r", "b"])
          yield* put(noTokens)
          assert.deepStrictEqual(yield* get, signedOut)
          assert.deepStrictEqual([...taken.keys()], ["stack-is-https"])
        } finally {
          Reflect.deleteProperty(globalThis, "top")
          if (top !== undefined) Object.defineProperty(globalThis, "top", top)
        }
        // Outside a frame, these attributes are not used.
        yield* put(tokens("r", "a"))
        assert.deepStrictEqual([...taken.keys()], ["stack-is-https"])
      })
  )

  it.effect("are secure over https, with a cookie that reports https to the application's server", () =>
    Effect.gen(function* () {
      page.setURL("https://app.test/")
      yield* watch
      yield* put(tokens("r", "a"))
      for (const name of [REFRESH, "stack-access", "stack-is-https", GUARD]) {
        assert.include(attributesOf(name), "secure")
      }
      // The `__Host-` prefix requires these (RFC 6265bis, section 4.1.3.2).
      assert.include(attributesOf(GUARD), "path=/")
      assert.notInclude(attributesOf(GUARD).join(), "domain")
      assert.deepStrictEqual(
        attributesOf("stack-is-https").filter((text) => text.startsWith("expires=")),
        []
      )
    })
  )
})
