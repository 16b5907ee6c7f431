/** The token store over a request: tokens are read from its headers and cookies. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RequestLike } from "../../../core/session/request-like.ts"
import { make } from "../../../core/session/token-store-request.ts"
import { noTokens } from "../../../core/session/tokens.ts"
import {
  COOKIES,
  GUARD,
  ID,
  PAIR,
  REFRESH,
  requestWith,
  jar,
  read,
  refuses,
  signedOut,
  tokens,
  values,
  withCookies
} from "./request-fixture.ts"

const withAuth = (auth: unknown) =>
  read({ headers: { "x-stack-auth": typeof auth === "string" ? auth : JSON.stringify(auth), cookie: COOKIES } })

describe("A session is read", () => {
  const requests: ReadonlyArray<{ readonly kind: string; readonly request: RequestLike }> = [
    { kind: "a web Request", request: new Request("http://app.test/", { headers: { cookie: COOKIES } }) },
    { kind: "Node's IncomingMessage", request: requestWith({ cookie: COOKIES }) },
    { kind: "a Headers", request: new Headers({ cookie: COOKIES }) },
    { kind: "an object with a Headers", request: { headers: new Headers({ cookie: COOKIES }) } },
    { kind: "headers of any case", request: { headers: { COOKIE: COOKIES } } },
    { kind: "headers with lists", request: { headers: { cookie: [`${REFRESH}=r`, `stack-access=${PAIR}`] } } },
    { kind: "Next's cookies()", request: jar(values) },
    { kind: "an object with Next's cookies()", request: { cookies: jar(values) } },
    { kind: "cookies that are texts, as SvelteKit's", request: { cookies: new Map(Object.entries(values)) } },
    { kind: "a NextRequest", request: { headers: new Headers({ cookie: COOKIES }), cookies: jar({}) } },
    {
      kind: "an Express request",
      request: Object.assign(requestWith({ cookie: COOKIES }), { get: refuses, cookies: {} })
    },
    {
      kind: "cookies that are encoded as a whole",
      request: { headers: { cookie: `${REFRESH}=r; stack-access=${encodeURIComponent('["r","a"]')}` } }
    }
  ]
  it.effect.each([...requests])("from the cookies of $kind", ({ request }) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read(request), ["r", "a"])
      assert.deepStrictEqual(yield* read(request, "internal"), signedOut)
    })
  )

  it.effect.each([
    {
      kind: "a web Request",
      make: (auth: string) => new Request("http://app.test/", { headers: { "x-stack-auth": auth } })
    },
    { kind: "Node's IncomingMessage", make: (auth: string) => requestWith({ "x-stack-auth": auth }) },
    { kind: "Next's headers()", make: (auth: string) => new Headers({ "x-stack-auth": auth }) },
    { kind: "headers of any case", make: (auth: string) => ({ headers: { "X-Stack-Auth": [auth] } }) }
  ])("in the x-stack-auth header of $kind", ({ make }) =>
    Effect.gen(function* () {
      const auth = JSON.stringify({ accessToken: "a", refreshToken: "r" })
      assert.deepStrictEqual(yield* read(make(auth)), ["r", "a"])
    })
  )

  it.effect("from the header before the cookies, which are then ignored", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* withAuth({ refreshToken: "x", accessToken: "y" }), ["x", "y"])
      assert.deepStrictEqual(yield* withAuth({ refreshToken: null, accessToken: null }), signedOut)
      assert.deepStrictEqual(yield* withAuth({ accessToken: "y" }), [null, "y"])
      assert.deepStrictEqual(yield* withAuth(""), ["r", "a"])
    })
  )

  it.effect("from the older refresh cookie when the new one is missing", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* withCookies(`stack-refresh=r; stack-access=${PAIR}`), ["r", "a"])
      assert.deepStrictEqual(yield* withCookies(`stack-refresh=x; ${REFRESH}=r`), ["r", null])
    })
  )
})

describe("The access cookie of a request", () => {
  it.effect("is used only together with the refresh token it was stored with", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* withCookies(`${REFRESH}=other; stack-access=${PAIR}`), ["other", null])
      assert.deepStrictEqual(yield* withCookies(`stack-access=${PAIR}`), signedOut)
      const planted = "[%22evil%22%2C%22b%22]"
      assert.deepStrictEqual(yield* withCookies(`stack-access=${planted}; ${COOKIES}`), ["r", "a"])
    })
  )
})

describe("A refresh cookie set by a sibling subdomain", () => {
  it.effect("is ignored beside a session with a guard cookie, in any order", () =>
    Effect.gen(function* () {
      for (const planted of [`${REFRESH}=evil; ${COOKIES}`, `${COOKIES}; ${REFRESH}=evil`]) {
        assert.deepStrictEqual(yield* withCookies(`${planted}; ${GUARD}=r`), ["r", "a"])
        assert.deepStrictEqual(yield* withCookies(`${GUARD}=r; ${planted}`), ["r", "a"])
      }
    })
  )

  it.effect("signs the user out when no guard cookie confirms the session", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* withCookies(`${REFRESH}=evil; ${COOKIES}`), signedOut)
      assert.deepStrictEqual(yield* withCookies(`stack-refresh=evil; stack-refresh=r`), signedOut)
      assert.deepStrictEqual(yield* withCookies(`${REFRESH}=evil; ${COOKIES}; ${GUARD}=x`), signedOut)
    })
  )

  it.effect("signs the user out when cookies are read by name and only the foreign value is visible", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read(jar({ ...values, [GUARD]: "r" })), ["r", "a"])
      assert.deepStrictEqual(yield* read(jar({ ...values, [REFRESH]: "evil", [GUARD]: "r" })), signedOut)
    })
  )

  it.effect("is not confirmed by a guard cookie whose name follows a no-break space", () =>
    Effect.gen(function* () {
      // Node decodes the byte A0 of a header to U+00A0.
      const planted = `${REFRESH}=evil; ${COOKIES}; \u00a0${GUARD}=evil`
      assert.deepStrictEqual(yield* withCookies(planted), signedOut)
      assert.deepStrictEqual(yield* withCookies(`${planted}; ${GUARD}=r`), ["r", "a"])
    })
  )

  it.effect("has no effect when its value is the same", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* withCookies(`${REFRESH}=r; ${COOKIES}`), ["r", "a"])
    })
  )
})

describe("A malformed request", () => {
  it.effect.each([
    "{",
    "null",
    "1",
    '"r"',
    "[]",
    "{}",
    '{"__proto__":{"refreshToken":"r","accessToken":"a"}}',
    '{"constructor":{"prototype":{"refreshToken":"r"}}}',
    '{"refreshToken":{"toString":"r"},"accessToken":["a"]}',
    '{"refreshToken":"undefined","accessToken":"null"}',
    '{"refreshToken":"","accessToken":" "}',
    '{"refreshToken":"a\\r\\nx: y","accessToken":"\\u0000"}',
    '{"refreshToken":"r"}, {"refreshToken":"x"}',
    "undefined",
    "%7B%22refreshToken%22%3A%22r%22%7D",
    "[".repeat(100_000),
    `{"refreshToken":"${"r".repeat(100_000)}"}`
  ])("with a header without tokens is signed out, even if it has session cookies (%#)", (auth) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* withAuth(auth), signedOut)
    })
  )

  it.effect.each([
    "",
    ";",
    "=",
    REFRESH,
    `${REFRESH}=`,
    `${REFRESH}=undefined`,
    `${REFRESH}=null`,
    `${REFRESH}=%`,
    `${REFRESH}=%E0%A4%A`,
    `${REFRESH}="`,
    `${REFRESH}=a%0d%0aset-cookie:x`,
    "__proto__=r; constructor=r",
    "x".repeat(100_000),
    `${REFRESH}=${"x".repeat(100_000)}`,
    `${REFRESH}=x; `.repeat(2000) + `${REFRESH}=y`
  ])("with cookies without tokens is signed out (%#)", (cookie) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* withCookies(cookie), signedOut)
    })
  )

  it.effect("with any header values never causes a defect", () =>
    Effect.gen(function* () {
      const throwing = new Proxy({}, { get: refuses, has: () => false, ownKeys: refuses })
      const made: ReadonlyArray<unknown> = [
        { headers: null },
        { headers: 1 },
        { headers: { cookie: 1, "x-stack-auth": { a: 1 } } },
        { headers: { get: () => ({}) } },
        { headers: { get: refuses } },
        { headers: throwing },
        { cookies: throwing },
        { cookies: { get: refuses } },
        { cookies: { get: () => ({ value: 1 }) } },
        { get: () => Promise.resolve("r") },
        { get: () => "r" },
        throwing
      ]
      for (const request of made) assert.deepStrictEqual(yield* read(request as RequestLike), signedOut)
    })
  )

  it.effect.prop("with any header value yields tokens that are valid in a header, or none", [Schema.String], ([text]) =>
    Effect.gen(function* () {
      for (const found of [
        yield* withAuth(text),
        yield* withCookies(text),
        yield* withCookies(`${REFRESH}=${text}; stack-access=${text}`)
      ]) {
        for (const token of found) assert.isTrue(token === null || /^[\x21-\x7e]+$/.test(token))
      }
    })
  )
})

describe("A change while a request is handled", () => {
  it.effect("is visible to the next call for that request, but not to other requests", () =>
    Effect.gen(function* () {
      const request = new Request("http://app.test/", { headers: { cookie: COOKIES } })
      const other = new Request("http://app.test/", { headers: { cookie: COOKIES } })
      yield* make(request, ID).update(() => tokens("r", "b"))
      assert.deepStrictEqual(yield* read(request), ["r", "b"])
      assert.deepStrictEqual(yield* read({ headers: request.headers }), ["r", "b"])
      assert.deepStrictEqual(yield* read(other), ["r", "a"])
      assert.deepStrictEqual(yield* read(request, "internal"), signedOut)
    })
  )

  it.live("notifies subscribers until they unsubscribe", () =>
    Effect.gen(function* () {
      const store = make({ headers: { cookie: COOKIES } }, ID)
      let notifications = 0
      const stop = store.subscribe(() => notifications++)
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      yield* store.update(() => noTokens)
      assert.strictEqual(notifications, 1)
      stop()
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      yield* store.update(() => tokens("x", null))
      assert.strictEqual(notifications, 1)
    })
  )
})
