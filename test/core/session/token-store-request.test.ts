/** The token store over a request: tokens are read from its headers and cookies, and changes are set as cookies. */
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type {
  CookieAttributes,
  CookieOptions,
  CookieSink,
  RequestLike,
  WritableRequest
} from "../../../core/session/request-like.ts"
import { make } from "../../../core/session/token-store-request.ts"
import { noTokens, type Tokens } from "../../../core/session/tokens.ts"

const ID = "11111111-1111-4111-8111-111111111111"
const REFRESH = `stack-refresh-${ID}`
const GUARD = `__Host-stack-guard-${ID}`
const PAIR = "[%22r%22%2C%22a%22]"
const COOKIES = `${REFRESH}=r; stack-access=${PAIR}`
const signedOut = [null, null]

const plain = ({ accessToken, refreshToken }: Tokens) => [
  refreshToken && Redacted.value(refreshToken),
  accessToken && Redacted.value(accessToken)
]
const tokens = (refreshToken: string | null, accessToken: string | null): Tokens => ({
  refreshToken: refreshToken === null ? null : Redacted.make(refreshToken),
  accessToken: accessToken === null ? null : Redacted.make(accessToken)
})
const read = (request: RequestLike, id = ID) =>
  Effect.map(
    Effect.suspend(() => make(request, id).get),
    plain
  )
const withCookies = (cookie: string) => read({ headers: { cookie } })
const withAuth = (auth: unknown) =>
  read({ headers: { "x-stack-auth": typeof auth === "string" ? auth : JSON.stringify(auth), cookie: COOKIES } })

const incoming = (headers: Readonly<Record<string, string>>) => {
  const message = new IncomingMessage(new Socket())
  Object.assign(message.headers, headers)
  return message
}
/** Next's `cookies()` and `headers()`, awaited. */
const jar = (values: Readonly<Record<string, string>>) => ({
  get: (name: string) => (name in values ? { name, value: values[name] } : undefined),
  getAll: () => Object.entries(values).map(([name, value]) => ({ name, value }))
})
const values = { [REFRESH]: "r", "stack-access": '["r","a"]' }
const refuses = (): never => {
  throw new Error("`cookies` was called outside a request scope")
}

describe("A session is read", () => {
  const requests: ReadonlyArray<{ readonly kind: string; readonly request: RequestLike }> = [
    { kind: "a web Request", request: new Request("http://app.test/", { headers: { cookie: COOKIES } }) },
    { kind: "Node's IncomingMessage", request: incoming({ cookie: COOKIES }) },
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
      request: Object.assign(incoming({ cookie: COOKIES }), { get: refuses, cookies: {} })
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
    { kind: "Node's IncomingMessage", make: (auth: string) => incoming({ "x-stack-auth": auth }) },
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

describe("A hostile request", () => {
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

describe("A response that accepts cookies", () => {
  type Set = readonly [name: string, value: string, attributes: CookieAttributes]
  const answering = (more: Partial<CookieOptions & { request: RequestLike; setCookie: CookieSink }> = {}) => {
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
      const { set, store } = answering()
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
      const { set, store } = answering({ request })
      yield* store.update(() => tokens("r", "a"))
      assert.isTrue(set.every(([, , attributes]) => attributes.secure === secure))
      assert.strictEqual(set.find(([name]) => name === GUARD)?.[1], secure ? "r" : "")
    })
  )

  it.effect("sets HttpOnly cookies, or cookies for frames of other sites, on request", () =>
    Effect.gen(function* () {
      const hidden = answering({ httpOnly: true })
      yield* hidden.store.update(() => tokens("r", "a"))
      assert.isTrue(hidden.set.every(([, , { httpOnly }]) => httpOnly))
      const framed = answering({ embedded: true, request: { headers: {} } })
      yield* framed.store.update(() => tokens("r", "a"))
      for (const [, , { partitioned, sameSite, secure }] of framed.set) {
        assert.deepStrictEqual([partitioned, sameSite, secure], [true, "none", true])
      }
    })
  )

  it.effect("may be a Headers object that gets one Set-Cookie line for each cookie", () =>
    Effect.gen(function* () {
      const headers = new Headers()
      yield* answering({ setCookie: headers }).store.update(() => tokens("r", "a"))
      assert.deepStrictEqual(headers.getSetCookie(), [
        `${REFRESH}=r; Path=/; Max-Age=31536000; SameSite=lax; Secure`,
        "stack-access=%5B%22r%22%2C%22a%22%5D; Path=/; Max-Age=86400; SameSite=lax; Secure",
        `${GUARD}=r; Path=/; Max-Age=31536000; SameSite=lax; Secure`,
        "stack-refresh=; Path=/; Max-Age=0; SameSite=lax; Secure"
      ])
      const embedded = new Headers()
      const option = { setCookie: embedded, httpOnly: true, embedded: true }
      yield* answering(option).store.update(() => tokens("r", "a"))
      assert.strictEqual(
        embedded.getSetCookie()[0],
        `${REFRESH}=r; Path=/; Max-Age=31536000; SameSite=none; Secure; HttpOnly; Partitioned`
      )
      // The written cookies are the cookies of the next request.
      const cookie = headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; ")
      assert.deepStrictEqual(yield* withCookies(cookie), ["r", "a"])
    })
  )

  it.effect("may be Node's response or Next's cookies", () =>
    Effect.gen(function* () {
      const response = new ServerResponse(incoming({}))
      yield* answering({ setCookie: response }).store.update(() => tokens("r", "a"))
      assert.lengthOf(response.getHeader("set-cookie") as ReadonlyArray<string>, 4)
      const kept = new Map<string, string>()
      const next = { ...jar({}), set: (name: string, value: string) => kept.set(name, value) }
      yield* answering({ setCookie: next }).store.update(() => tokens("r", "a"))
      assert.strictEqual(kept.get(REFRESH), "r")
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
        yield* store.update(() => tokens("r", "b"))
      }
      assert.strictEqual(headers.getSetCookie()[0], `${REFRESH}=r; Path=/; Max-Age=31536000; SameSite=lax; Secure`)
      assert.lengthOf(cookies.getSetCookie(), 4)
    })
  )

  it.effect("is not required: when the framework refuses cookies, later calls still see the change", () =>
    Effect.gen(function* () {
      for (const setCookie of [refuses, { set: refuses }, { append: refuses }, { appendHeader: refuses }, {}, "x", 1]) {
        const { store } = answering({ setCookie: setCookie as WritableRequest["setCookie"] })
        yield* store.update(() => tokens("r", "b"))
        assert.deepStrictEqual(plain(yield* store.get), ["r", "b"])
        yield* store.update(() => tokens("r", "a"))
      }
    })
  )

  it.effect("gets no cookies when the tokens came from the header, since its cookies may belong to another user", () =>
    Effect.gen(function* () {
      const { set, store } = answering({
        request: { headers: { cookie: COOKIES, "x-stack-auth": '{"refreshToken":"x"}' } }
      })
      yield* store.update(() => tokens("x", "y"))
      assert.lengthOf(set, 0)
      assert.deepStrictEqual(plain(yield* store.get), ["x", "y"])
    })
  )

  it.effect("never receives a cookie of more than 4096 bytes", () =>
    Effect.gen(function* () {
      const { set, store } = answering()
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
