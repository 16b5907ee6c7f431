/** The OAuth callback: responses of providers, and redirects to the application. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { asAdmin, keys, PROJECT_ID, send, USER_ID } from "../../fixture.ts"
import { layerTest } from "../../../../service/development.ts"
import { temporaryFolder } from "../../temporary-folder.ts"
import {
  Browser,
  CALLBACK,
  embedded,
  ERROR_PAGE,
  exchange,
  grace,
  locationOf,
  oauthService,
  path,
  type QueryFields,
  shared
} from "./browser.ts"

const callback = (provider: string, query: QueryFields) => path(`/api/v1/auth/oauth/callback/${provider}`, query)

const userCount = Effect.map(send("GET", "/api/v1/projects/current", { headers: asAdmin }), ({ json }) => json)

/** Opens the page of the provider. Returns the URL to which its response redirects. */
const locationAfterProvider = Effect.fnUntraced(function* (browser: Browser, query: QueryFields = {}) {
  const page = yield* browser.begin("google", query)
  const state = page.searchParams.get("state") ?? ""
  return locationOf(yield* browser.visit("POST", page.pathname, { state, ...grace }))
})

/** Asserts a plain response without a redirect. */
const assertPlain = (response: Effect.Success<ReturnType<typeof send>>, name: string) => {
  assert.deepStrictEqual([response.status, response.code], [400, undefined], name)
  assert.strictEqual(response.headers["content-type"], "text/plain; charset=utf-8", name)
  assert.notProperty(response.headers, "location", name)
}

describe("the response of a provider", () => {
  it.effect("is accepted from the browser that started the flow only", () =>
    Effect.gen(function* () {
      const browser = new Browser()
      const response = yield* locationAfterProvider(browser)
      assertPlain(yield* new Browser().get(response), "another browser")
      const cookies: Readonly<Record<string, string>> = {
        "no value": "stack-oauth-inner-STATE=",
        "another value": "stack-oauth-inner-STATE=false",
        "another name": "stack-oauth-inner-=true; stack-oauth-inner=true",
        "another case": "Stack-Oauth-Inner-STATE=true"
      }
      for (const [name, cookie] of Object.entries(cookies)) {
        const headers = { cookie: cookie.replace("STATE", response.searchParams.get("state") ?? "") }
        assertPlain(yield* send("GET", `${response.pathname}${response.search}`, { headers }), name)
      }
      assert.strictEqual((yield* browser.get(response)).status, 307, "the right browser is still accepted")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("is accepted once", () =>
    Effect.gen(function* () {
      const browser = new Browser()
      const response = yield* locationAfterProvider(browser)
      const cookies = new Map(browser.cookies)
      const first = yield* browser.get(response)
      assert.strictEqual(first.status, 307)
      assert.match(
        first.headers["set-cookie"] ?? "",
        /^stack-oauth-inner-[\w-]{43}=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; HttpOnly$/
      )
      const again = new Browser()
      for (const [name, value] of cookies) again.cookies.set(name, value)
      assertPlain(yield* again.get(response), "replayed with its cookie")
      assertPlain(yield* browser.get(response), "replayed")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("requires a state that this service issued", () =>
    Effect.gen(function* () {
      const { state: _, ...rest } = { state: "", code: "code" }
      const long = "x".repeat(43)
      for (const state of [undefined, "", "x", long, "x\r\nset-cookie: a=b", `${long};`, "__proto__"]) {
        const response = yield* send("GET", callback("google", { ...rest, state }), {
          headers: { cookie: `stack-oauth-inner-${(state ?? "").replace(/[\r\n;]/g, "")}=true` }
        })
        assertPlain(response, String(state))
        assert.notMatch(response.headers["set-cookie"] ?? "", /[\r\n]|a=b/)
        if (state !== long) assert.notProperty(response.headers, "set-cookie", "an invalid state selects no cookie")
      }
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("has to come from the requested provider", () =>
    Effect.gen(function* () {
      const browser = new Browser()
      const response = yield* locationAfterProvider(browser)
      assertPlain(yield* browser.get(callback("github", Object.fromEntries(response.searchParams))), "mixed up")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("requires the code of this flow", () =>
    Effect.gen(function* () {
      const other = yield* locationAfterProvider(new Browser())
      for (const code of [undefined, "", "wrong", other.searchParams.get("code") ?? ""]) {
        const browser = new Browser()
        const response = yield* locationAfterProvider(browser)
        const state = response.searchParams.get("state") ?? ""
        const refused = yield* browser.get(callback("google", { state, code }))
        assertPlain(refused, String(code))
        assert.include(refused.text, "invalid_grant")
      }
      assert.propertyVal(yield* userCount, "user_count", 1, "no user was created")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("reports a denied sign-in to the application", () =>
    Effect.gen(function* () {
      const back = locationOf(yield* new Browser().signIn("google", { deny: "yes" }))
      assert.strictEqual(`${back.origin}${back.pathname}`, ERROR_PAGE)
      assert.strictEqual(back.searchParams.get("errorCode"), "OAUTH_PROVIDER_ACCESS_DENIED")
      assert.strictEqual(back.searchParams.get("details"), "{}")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("may be a form post", () =>
    Effect.gen(function* () {
      const browser = new Browser()
      const response = yield* locationAfterProvider(browser)
      const back = yield* browser.visit("POST", response.pathname, Object.fromEntries(response.searchParams))
      assert.strictEqual(back.status, 303)
      assert.match(locationOf(back).searchParams.get("code") ?? "", /^[\da-f]{64}$/)
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("has to arrive within ten minutes", () =>
    Effect.gen(function* () {
      const inTime = new Browser()
      const inTimeLocation = yield* locationAfterProvider(inTime)
      yield* TestClock.adjust("599999 millis")
      assert.strictEqual(locationOf(yield* inTime.get(inTimeLocation)).searchParams.get("errorCode"), null)
      const late = new Browser()
      const lateLocation = yield* locationAfterProvider(late)
      yield* TestClock.adjust("10 minutes")
      const back = locationOf(yield* late.get(lateLocation))
      assert.strictEqual(back.searchParams.get("errorCode"), "OUTER_OAUTH_TIMEOUT")
      const direct = new Browser()
      const directLocation = yield* locationAfterProvider(direct, { error_redirect_url: undefined })
      yield* TestClock.adjust("10 minutes")
      const response = yield* direct.get(directLocation)
      assert.deepStrictEqual([response.status, response.code], [408, "OUTER_OAUTH_TIMEOUT"])
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("is rejected when the provider was disabled meanwhile, or when it is for another scope", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("keystile.db")
      const start = (enabled: boolean) =>
        layerTest({
          database,
          seed: {
            projects: [
              {
                id: PROJECT_ID,
                displayName: "Test",
                keys,
                users: [{ id: USER_ID }],
                config: { oauthProviders: enabled ? [shared, embedded] : [embedded] }
              }
            ]
          }
        })
      const browser = new Browser()
      const response = yield* Effect.provide(locationAfterProvider(browser), start(true))
      const back = locationOf(yield* Effect.provide(browser.get(response), start(false)))
      assert.strictEqual(back.searchParams.get("errorCode"), "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED")
      const other = new Browser()
      const scoped = yield* Effect.provide(other.signIn("github", grace, { scope: "everything" }), start(true))
      assertPlain(scoped, "scope")
    })
  )
})

/** Hosts that resemble `https://app.example/handler` or a loopback address. */
const untrusted = [
  "https://evil.example/handler",
  "https://app.example.evil.example/handler",
  "https://evil-app.example/handler",
  "https://app.example@evil.example/handler",
  "https://user:password@app.example/handler",
  "https://app.example:password@evil.example/",
  "https://app.example\\@evil.example/",
  "https://app.example%2f@evil.example/",
  "http://app.example/handler",
  "https://app.example./handler",
  "https://APP.example.evil.example/handler",
  "https://app.example/other",
  "https://app.example/handler%2f..%2f..%2fother",
  "https://app.example/handler/../other",
  "https://аpp.example/handler",
  "javascript:alert(1)//app.example/handler",
  "javascript://app.example/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "blob:https://app.example/handler",
  "vbscript:msgbox(1)",
  "file:///etc/passwd",
  "https://localhost/handler",
  "http://localhost.evil.example/",
  "http://127.0.0.1.evil.example/",
  `https://app.example.${"a".repeat(5000)}.example/handler`
]

describe("redirect URIs", () => {
  const project = {
    domains: [{ domain: "https://app.example/handler", handlerPath: "/handler" }],
    config: { allowLocalhost: false, oauthProviders: [shared] }
  }
  const trusted = "https://app.example/handler/callback"
  const query = { redirect_uri: trusted, error_redirect_url: "https://app.example/handler/error" }

  it.effect("have to be trusted before the user is redirected", () =>
    Effect.gen(function* () {
      for (const redirect of untrusted) {
        const response = yield* new Browser().signIn("google", grace, { ...query, redirect_uri: redirect })
        const back = locationOf(response)
        assert.strictEqual(back.searchParams.get("errorCode"), "REDIRECT_URL_NOT_WHITELISTED", redirect)
        assert.strictEqual(back.origin, "https://app.example")
      }
      assert.propertyVal(yield* userCount, "user_count", 1, "no user was created")
      const back = locationOf(yield* new Browser().signIn("google", grace, query))
      assert.strictEqual(`${back.origin}${back.pathname}`, trusted)
    }).pipe(Effect.provide(oauthService({}, project)))
  )

  it.effect("are used for errors only if they are trusted", () =>
    Effect.gen(function* () {
      for (const error of [...untrusted.filter((url) => URL.canParse(url)), undefined]) {
        const response = yield* new Browser().signIn("google", { deny: "yes" }, { ...query, error_redirect_url: error })
        assert.deepStrictEqual([response.status, response.code], [400, "OAUTH_PROVIDER_ACCESS_DENIED"], error)
        assert.notProperty(response.headers, "location")
      }
      const preferred = yield* new Browser().signIn(
        "google",
        { deny: "yes" },
        {
          ...query,
          error_redirect_uri: "https://app.example/handler/preferred"
        }
      )
      assert.strictEqual(locationOf(preferred).pathname, "/handler/preferred")
    }).pipe(Effect.provide(oauthService({}, project)))
  )

  it.effect("are all rejected when a project trusts none", () =>
    Effect.gen(function* () {
      const response = yield* new Browser().signIn("google", grace)
      assert.deepStrictEqual([response.status, response.code], [400, "REDIRECT_URL_NOT_WHITELISTED"])
    }).pipe(Effect.provide(oauthService({ allowLocalhost: false })))
  )

  it.effect("are also checked for the page after the callback", () =>
    Effect.gen(function* () {
      const backWith = (url: string) =>
        Effect.map(new Browser().signIn("google", grace, { ...query, after_callback_redirect_url: url }), locationOf)
      const afterwards = [
        ...untrusted,
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "///evil.example",
        "https:evil.example",
        "http:evil.example",
        "java\tscript:alert(1)",
        "/\t/evil.example",
        "\n//evil.example",
        "https:/\\evil.example",
        "/",
        "/home?a=b#c",
        "../home",
        "https://app.example/anywhere"
      ].filter((url) => !url.startsWith("https://app.example/handler"))
      for (const url of afterwards) {
        const back = yield* backWith(url)
        assert.strictEqual(back.searchParams.get("errorCode"), "REDIRECT_URL_NOT_WHITELISTED", url)
      }
      for (const url of ["/handler/home?a=b#c", "home", "https://app.example/handler/anywhere", "?tab=1", ""]) {
        const back = yield* backWith(url)
        assert.strictEqual(back.searchParams.get("errorCode"), null, url)
      }
    }).pipe(Effect.provide(oauthService({}, project)))
  )

  it.effect("may have any port of this machine if the project allows localhost", () =>
    Effect.gen(function* () {
      for (const redirect of [CALLBACK, "http://127.0.0.1:5173/x", "https://app.localhost/y", "https://localhost/z"]) {
        const back = locationOf(yield* new Browser().signIn("google", grace, { redirect_uri: redirect }))
        const code = back.searchParams.get("code") ?? ""
        assert.strictEqual((yield* exchange(code, { redirect_uri: redirect })).status, 200, redirect)
      }
      for (const redirect of ["http://localhost:80/x", "HTTP://LOCALHOST:443/x", "https://localhost:443/x"]) {
        const urls = { redirect_uri: redirect, after_callback_redirect_url: "/home" }
        const back = locationOf(yield* new Browser().signIn("google", grace, urls))
        assert.strictEqual(back.searchParams.get("errorCode"), null, redirect)
      }
    }).pipe(Effect.provide(oauthService()))
  )
})
