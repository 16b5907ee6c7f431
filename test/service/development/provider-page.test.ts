/** The pages of the embedded providers, request by request. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { createHash } from "node:crypto"
import { layerTest } from "../../../service/development.ts"
import { keys, OTHER_PROJECT_ID, otherKeys, PROJECT_ID, signIn } from "../fixture.ts"
import {
  Browser,
  embedded,
  grace,
  locationOf,
  oauthService,
  ORIGIN,
  shared,
  signInWith
} from "../resources/oauth/browser.ts"

const stateOf = (page: URL) => page.searchParams.get("state") ?? ""

/** Returns the values of the buttons that pick an account. */
const pickable = (html: string) => [...html.matchAll(/name="account" value="([^"]*)"/g)].map(([, value]) => value)

describe("the page of an embedded provider", () => {
  it.effect("loads nothing, runs no script, and submits its forms to the service only", () =>
    Effect.gen(function* () {
      const browser = new Browser()
      const { headers, status, text } = yield* browser.get(yield* browser.begin("google"))
      assert.strictEqual(status, 200)
      assert.strictEqual(headers["content-type"], "text/html; charset=utf-8")
      assert.strictEqual(headers["referrer-policy"], "no-referrer")
      assert.strictEqual(headers["x-frame-options"], "DENY")
      assert.strictEqual(headers["x-content-type-options"], "nosniff")
      assert.strictEqual(headers["cache-control"], "no-store, max-age=0")
      const [, style = ""] = /<style>([^]*)<\/style>/.exec(text) ?? []
      assert.strictEqual(
        headers["content-security-policy"],
        `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; ` +
          "form-action 'self' http://localhost:3000; frame-ancestors 'none'; base-uri 'none'"
      )
      assert.notMatch(text, /<script|\son\w+=|style="|javascript:|<img|https?:/i)
      assert.include(text, "Sign in with Google · Test")
      assert.notInclude(text, "pck_")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("escapes every text", () =>
    Effect.gen(function* () {
      const name = `</span><script>alert("1")</script>&'`
      yield* signInWith("github", { ...grace, name })
      const browser = new Browser()
      const { access_token } = yield* signIn()
      const page = yield* browser.begin("github", { type: "link", token: access_token, provider_scope: `"><script> x` })
      const { text } = yield* browser.get(page)
      assert.notInclude(text, "<script")
      assert.include(text, "&lt;/span&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;")
      assert.include(text, "&lt;b&gt;Project&lt;/b&gt;")
      assert.include(text, "&quot;&gt;&lt;script&gt;")
      assert.include(text, "Connect an account")
    }).pipe(Effect.provide(oauthService({}, { displayName: "<b>Project</b>" })))
  )

  it.effect("cannot submit forms to an untrusted URL", () =>
    Effect.gen(function* () {
      for (const redirect of ["https://evil.example/cb", "http://a;script-src.localhost/", "javascript:alert(1)"]) {
        const browser = new Browser()
        const page = yield* browser.begin("google", { redirect_uri: redirect, error_redirect_url: undefined })
        const { headers } = yield* browser.get(page)
        assert.include(headers["content-security-policy"], "form-action 'self'; frame", redirect)
      }
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("is shown to the browser that started the flow, until the flow ends", () =>
    Effect.gen(function* () {
      const browser = new Browser()
      const page = yield* browser.begin("google")
      const cookies = new Map(browser.cookies)
      const ended = (visitor: Browser, url: URL | string) =>
        Effect.map(visitor.get(url), ({ headers, status, text }) => {
          assert.strictEqual(status, 400)
          assert.include(headers["content-security-policy"], "frame-ancestors 'none'")
          assert.include(text, "This sign-in has ended")
          assert.deepStrictEqual(pickable(text), [])
        })
      yield* ended(new Browser(), page)
      yield* ended(browser, page.pathname)
      yield* ended(browser, page.href.replace("/google", "/github"))
      assert.strictEqual((yield* browser.get("/providers/nothing")).status, 404)
      yield* browser.submit(page, grace)
      const again = new Browser()
      for (const [name, value] of cookies) again.cookies.set(name, value)
      yield* ended(again, page)
      const late = new Browser()
      const latePage = yield* late.begin("google")
      yield* TestClock.adjust("10 minutes")
      yield* ended(late, latePage)
      const response = yield* late.visit("POST", latePage.pathname, { state: stateOf(latePage), ...grace })
      assert.strictEqual(response.status, 400)
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("offers earlier accounts, the last one first, and the accounts of users", () =>
    Effect.gen(function* () {
      yield* signInWith("google", grace)
      yield* TestClock.adjust("1 second")
      yield* signInWith("google", { ...grace, address: "alan@example.com", name: "" })
      yield* TestClock.adjust("1 second")
      yield* signInWith("github", { ...grace, address: "only-at-github@example.com" })
      const browser = new Browser()
      const { text } = yield* browser.get(yield* browser.begin("google"))
      assert.deepStrictEqual(pickable(text), ["alan@example.com", grace.address])
      assert.include(text, "Grace Hopper")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("keeps the accounts of projects apart", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signInWith("google", grace)
      assert.isAbove(access_token.length, 0)
      const other = { client_id: OTHER_PROJECT_ID, client_secret: otherKeys.publishableClientKey }
      const browser = new Browser()
      const page = yield* browser.begin("google", other)
      assert.deepStrictEqual(pickable((yield* browser.get(page)).text), [])
      const response = yield* browser.visit("POST", page.pathname, { state: stateOf(page), account: grace.address })
      assert.strictEqual(response.status, 400)
      assert.include(response.text, "This account does not exist here")
    }).pipe(
      Effect.provide(
        Layer.orDie(
          layerTest({
            seed: {
              projects: [
                { id: PROJECT_ID, displayName: "Test", keys, config: { oauthProviders: [shared] } },
                { id: OTHER_PROJECT_ID, displayName: "Other", keys: otherKeys, config: { oauthProviders: [shared] } }
              ]
            }
          })
        )
      )
    )
  )

  it.effect("reports invalid input and keeps what was typed", () =>
    Effect.gen(function* () {
      const browser = new Browser()
      const page = yield* browser.begin("google")
      const post = (fields: object) => browser.visit("POST", page.pathname, { state: stateOf(page), ...fields })
      const long = `${"a".repeat(400)}@example.com`
      for (const address of ["", "grace", "grace@", "grace@exa mple.com", "<script>", long]) {
        const { headers, status, text } = yield* post({ address, name: `"Grace"` })
        assert.deepStrictEqual([status, headers["content-type"]], [400, "text/html; charset=utf-8"], address)
        assert.include(text, "Please enter a valid email")
        assert.match(text, /aria-invalid="true" aria-describedby="problem"/)
        assert.include(text, `value="&quot;Grace&quot;"`)
        assert.notInclude(text, "checked", "the checkbox keeps its state")
      }
      assert.strictEqual((yield* post({ ...grace, name: "x".repeat(201) })).status, 400)
      assert.strictEqual((yield* post({ ...grace, name: "a\u0007b" })).status, 400)
      assert.strictEqual((yield* post({ evil: "1", ...grace })).status, 400)
      assert.strictEqual(locationOf(yield* post(grace)).pathname, "/api/v1/auth/oauth/callback/google")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("accepts its own forms only", () =>
    Effect.gen(function* () {
      const browser = new Browser()
      const page = yield* browser.begin("google")
      const post = (headers: Record<string, string>) =>
        Effect.map(
          browser.visit("POST", page.pathname, { state: stateOf(page), ...grace }, headers),
          ({ status }) => status
        )
      assert.strictEqual(yield* post({ origin: "https://evil.example" }), 403)
      assert.strictEqual(yield* post({ origin: "null", "sec-fetch-site": "cross-site" }), 403)
      assert.strictEqual(yield* post({ "sec-fetch-site": "same-site" }), 403)
      assert.strictEqual(yield* post({ origin: "null", "sec-fetch-site": "same-origin" }), 303)
      assert.strictEqual(yield* post({ origin: ORIGIN }), 303)
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("asks for a username when the provider has no email addresses", () =>
    Effect.gen(function* () {
      const browser = new Browser()
      const page = yield* browser.begin("x")
      const { text } = yield* browser.get(page)
      assert.include(text, "Username")
      assert.notInclude(text, "This email is verified")
      const wrong = yield* browser.visit("POST", page.pathname, { state: stateOf(page), address: "a b" })
      assert.include(wrong.text, "Please enter a username")
    }).pipe(Effect.provide(oauthService({ oauthProviders: [{ ...embedded, id: "x" }] })))
  )

  it.effect("responds with 404 for a provider that is not embedded", () =>
    Effect.gen(function* () {
      const browser = new Browser()
      const location = yield* browser.begin("google")
      assert.strictEqual(`${location.origin}${location.pathname}`, "https://accounts.google.com/o/oauth2/v2/auth")
      assert.strictEqual(location.searchParams.get("redirect_uri"), `${ORIGIN}/api/v1/auth/oauth/callback/google`)
      const page = yield* browser.get(`/providers/google?state=${stateOf(location)}`)
      assert.strictEqual(page.status, 400)
      const posted = yield* browser.visit("POST", "/providers/google", { state: stateOf(location), ...grace })
      assert.strictEqual(posted.status, 400)
    }).pipe(
      Effect.provide(
        oauthService({
          oauthProviders: [{ type: "standard", id: "google", clientId: "id", clientSecret: "secret" }]
        })
      )
    )
  )
})
