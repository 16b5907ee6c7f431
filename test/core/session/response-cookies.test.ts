/** The token store over a request sets changes as cookies of the response. */
import { ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type {
  CookieAttributes,
  CookieOptions,
  CookieSink,
  RequestLike,
  WritableRequest
} from "../../../core/session/request-like.ts"
import { make } from "../../../core/session/token-store-request.ts"
import { noTokens } from "../../../core/session/tokens.ts"
import {
  COOKIES,
  GUARD,
  ID,
  REFRESH,
  requestWith,
  jar,
  plain,
  refuses,
  signedOut,
  tokens,
  values,
  withCookies
} from "./request-fixture.ts"

describe("A response that accepts cookies", () => {
  type Set = readonly [name: string, value: string, attributes: CookieAttributes]
  const makeStore = (more: Partial<CookieOptions & { request: RequestLike; setCookie: CookieSink }> = {}) => {
    const set: Array<Set> = []
    const option: WritableRequest = {
      request: { headers: { cookie: COOKIES, "x-forwarded-proto": "https" } },
      setCookie: (...cookie: Set) => void set.push(cookie),
      ...more
    }
    return { set, store: make(option, ID) }
  }
  const lax = { path: "/", sameSite: "lax", secure: true, httpOnly: false, partitioned: false } as const

  it.effect("receives all cookies of the session, and deletes them at sign-out", () =>
    Effect.gen(function* () {
      const { set, store } = makeStore()
      yield* store.update(() => tokens("a-long-refresh-token", "b"))
      assert.deepStrictEqual(set, [
        [REFRESH, "a-long-refresh-token", { ...lax, maxAge: 31_536_000 }],
        ["stack-access", '["a-long-refresh-token","b"]', { ...lax, maxAge: 86_400 }],
        [GUARD, "efresh-token", { ...lax, maxAge: 31_536_000 }],
        ["stack-refresh", "", { ...lax, maxAge: 0 }]
      ])
      set.length = 0
      yield* store.update(() => noTokens)
      assert.deepStrictEqual(
        set.map(([name, value, { maxAge }]) => [name, value, maxAge]),
        [
          [REFRESH, "", 0],
          ["stack-access", "", 0],
          [GUARD, "", 0],
          ["stack-refresh", "", 0]
        ]
      )
      assert.deepStrictEqual(plain(yield* store.get), signedOut)
      set.length = 0
      yield* store.update((current) => current)
      assert.lengthOf(set, 0)
    })
  )

  it.effect("receives the access token alone after a refresh, since it may arrive after a sign-out in the page", () =>
    Effect.gen(function* () {
      const { set, store } = makeStore()
      yield* store.update(() => tokens("r", "b"))
      assert.deepStrictEqual(set, [["stack-access", '["r","b"]', { ...lax, maxAge: 86_400 }]])
      yield* store.update(() => tokens("r", null))
      assert.deepStrictEqual(set[1], ["stack-access", "", { ...lax, maxAge: 0 }])
      // The page has signed out, or in as another user.
      const late = `stack-access=${encodeURIComponent('["r","b"]')}`
      assert.deepStrictEqual(yield* withCookies(late), signedOut)
      assert.deepStrictEqual(yield* withCookies(`${REFRESH}=other; ${late}`), ["other", null])
    })
  )

  it.effect("receives all cookies after a refresh of a navigation, whose response replaces the page", () =>
    Effect.gen(function* () {
      const headers = { cookie: `${REFRESH}=r`, "x-forwarded-proto": "https", "sec-fetch-mode": "navigate" }
      const visited = makeStore({ request: { headers } })
      yield* visited.store.update(() => tokens("r", "b"))
      assert.deepStrictEqual(
        visited.set.map(([name, value]) => [name, value]),
        [
          [REFRESH, "r"],
          ["stack-access", '["r","b"]'],
          [GUARD, "r"],
          ["stack-refresh", ""]
        ]
      )
      for (const other of [{ "sec-fetch-mode": "cors" }, { "sec-purpose": "prefetch;prerender" }]) {
        const { set, store } = makeStore({ request: { headers: { ...headers, ...other } } })
        yield* store.update(() => tokens("r", "b"))
        assert.deepStrictEqual(
          set.map(([name]) => name),
          ["stack-access"]
        )
      }
    })
  )

  it.effect.each([
    {
      how: "the x-forwarded-proto header with https",
      request: { headers: { "x-forwarded-proto": "https, http" } },
      secure: true
    },
    {
      how: "the x-forwarded-proto header with http",
      request: { url: "https://app.test", headers: { "x-forwarded-proto": "http" } },
      secure: false
    },
    { how: "the URL of the request", request: new Request("https://app.test/"), secure: true },
    { how: "the encrypted socket", request: { headers: {}, socket: { encrypted: true } }, secure: true },
    { how: "the cookie stack-is-https", request: { headers: { cookie: "stack-is-https=true" } }, secure: true },
    { how: "no sign of https", request: { url: "/", headers: {}, socket: {} }, secure: false }
  ])("sets Secure cookies according to $how", ({ request, secure }) =>
    Effect.gen(function* () {
      const { set, store } = makeStore({ request })
      yield* store.update(() => tokens("r", "a"))
      assert.isTrue(set.every(([, , attributes]) => attributes.secure === secure))
      assert.strictEqual(set.find(([name]) => name === GUARD)?.[1], secure ? "r" : "")
    })
  )

  it.effect("sets HttpOnly cookies, or cookies for frames of other sites, on request", () =>
    Effect.gen(function* () {
      const hidden = makeStore({ httpOnly: true })
      yield* hidden.store.update(() => tokens("s", "a"))
      assert.isTrue(hidden.set.every(([, , { httpOnly }]) => httpOnly))
      const framed = makeStore({ embedded: true, request: { headers: {} } })
      yield* framed.store.update(() => tokens("r", "a"))
      for (const [, , { partitioned, sameSite, secure }] of framed.set) {
        assert.deepStrictEqual([partitioned, sameSite, secure], [true, "none", true])
      }
    })
  )

  it.effect("may be a Headers object that gets one Set-Cookie line for each cookie", () =>
    Effect.gen(function* () {
      const headers = new Headers()
      yield* makeStore({ setCookie: headers }).store.update(() => tokens("s", "a"))
      assert.deepStrictEqual(headers.getSetCookie(), [
        `${REFRESH}=s; Path=/; Max-Age=31536000; SameSite=lax; Secure`,
        "stack-access=%5B%22s%22%2C%22a%22%5D; Path=/; Max-Age=86400; SameSite=lax; Secure",
        `${GUARD}=s; Path=/; Max-Age=31536000; SameSite=lax; Secure`,
        "stack-refresh=; Path=/; Max-Age=0; SameSite=lax; Secure"
      ])
      const embedded = new Headers()
      const option = { setCookie: embedded, httpOnly: true, embedded: true }
      yield* makeStore(option).store.update(() => tokens("s", "a"))
      assert.strictEqual(
        embedded.getSetCookie()[0],
        `${REFRESH}=s; Path=/; Max-Age=31536000; SameSite=none; Secure; HttpOnly; Partitioned`
      )
      // The written cookies are the cookies of the next request.
      const cookie = headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; ")
      assert.deepStrictEqual(yield* withCookies(cookie), ["s", "a"])
    })
  )

  it.effect("may be Node's response or Next's cookies", () =>
    Effect.gen(function* () {
      const response = new ServerResponse(requestWith({}))
      yield* makeStore({ setCookie: response }).store.update(() => tokens("s", "a"))
      assert.lengthOf(response.getHeader("set-cookie") as ReadonlyArray<string>, 4)
      const kept = new Map<string, string>()
      const next = { ...jar({}), set: (name: string, value: string) => kept.set(name, value) }
      yield* makeStore({ setCookie: next }).store.update(() => tokens("s", "a"))
      assert.strictEqual(kept.get(REFRESH), "s")
    })
  )

  it.effect("works with headers or cookies alone, as in a server action of Next", () =>
    Effect.gen(function* () {
      const headers = new Headers()
      const cookies = new Headers()
      const stores = [
        make({ headers: new Headers({ cookie: COOKIES, "x-forwarded-proto": "https" }), setCookie: headers }, ID),
        make({ cookies: jar(values), setCookie: cookies }, ID)
      ]
      for (const store of stores) {
        assert.deepStrictEqual(plain(yield* store.get), ["r", "a"])
        yield* store.update(() => tokens("s", "b"))
      }
      assert.strictEqual(headers.getSetCookie()[0], `${REFRESH}=s; Path=/; Max-Age=31536000; SameSite=lax; Secure`)
      assert.lengthOf(cookies.getSetCookie(), 4)
    })
  )

  it.effect("is not required: when the framework refuses cookies, later calls still see the change", () =>
    Effect.gen(function* () {
      for (const setCookie of [refuses, { set: refuses }, { append: refuses }, { appendHeader: refuses }, {}, "x", 1]) {
        const { store } = makeStore({ setCookie: setCookie as WritableRequest["setCookie"] })
        yield* store.update(() => tokens("r", "b"))
        assert.deepStrictEqual(plain(yield* store.get), ["r", "b"])
        yield* store.update(() => tokens("r", "a"))
      }
    })
  )

  it.effect("gets no cookies when the tokens came from the header, since its cookies may belong to another user", () =>
    Effect.gen(function* () {
      const { set, store } = makeStore({
        request: { headers: { cookie: COOKIES, "x-stack-auth": '{"refreshToken":"x"}' } }
      })
      yield* store.update(() => tokens("x", "y"))
      assert.lengthOf(set, 0)
      assert.deepStrictEqual(plain(yield* store.get), ["x", "y"])
    })
  )

  it.effect("never receives a cookie of more than 4096 bytes", () =>
    Effect.gen(function* () {
      const { set, store } = makeStore()
      for (const large of [tokens("r".repeat(4096 - REFRESH.length + 1), null), tokens("r", "a".repeat(4096))]) {
        const failure = yield* Effect.flip(store.update(() => large))
        assert.deepInclude(failure, { _tag: "TokensNotStored", problem: "cookie-too-large" })
      }
      assert.lengthOf(set, 0)
      assert.deepStrictEqual(plain(yield* store.get), ["r", "a"])
      yield* store.update(() => tokens("r".repeat(4096 - REFRESH.length), null))
      assert.lengthOf(set, 4)
    })
  )
})
