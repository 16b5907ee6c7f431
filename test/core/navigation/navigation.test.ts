// @vitest-environment happy-dom
import { assert, beforeEach, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import type { RedirectMethod } from "../../../core/navigation/navigate.ts"
import { layer, Navigation } from "../../../core/navigation/navigation.ts"
import { type HandlerUrls, resolveUrls } from "../../../core/navigation/handler-urls.ts"
import { away } from "../../corpus/redirects.ts"

const page = (globalThis as unknown as { readonly happyDOM: { readonly setURL: (url: string) => void } }).happyDOM

beforeEach(() => page.setURL("https://app.test/account?tab=1#top"))

const withNavigation = <A>(
  use: (navigation: Navigation["Service"]) => Effect.Effect<A>,
  options: { readonly urls?: Partial<HandlerUrls>; readonly redirectMethod?: RedirectMethod } = {}
) => Navigation.use(use).pipe(Effect.provide(layer(options)))

const urlOf = (...given: Parameters<Navigation["Service"]["urlOf"]>) =>
  withNavigation((navigation) => navigation.urlOf(...given))

describe("The URLs of the pages", () => {
  it("have the defaults of the protocol", () => {
    assert.deepStrictEqual(resolveUrls(), {
      handler: "/handler",
      home: "/",
      signIn: "/handler/sign-in",
      signUp: "/handler/sign-up",
      signOut: "/handler/sign-out",
      emailVerification: "/handler/email-verification",
      onboarding: "/handler/onboarding",
      passwordReset: "/handler/password-reset",
      forgotPassword: "/handler/forgot-password",
      oauthCallback: "/handler/oauth-callback",
      magicLinkCallback: "/handler/magic-link-callback",
      accountSettings: "/handler/account-settings",
      teamInvitation: "/handler/team-invitation",
      cliAuthConfirm: "/handler/cli-auth-confirm",
      impersonation: "/handler/impersonation",
      error: "/handler/error",
      afterSignIn: "/",
      afterSignUp: "/",
      afterSignOut: "/"
    })
  })

  it("are below a custom handler, with or without its trailing slash", () => {
    assert.strictEqual(resolveUrls({ handler: "/auth/" }).signIn, "/auth/sign-in")
    assert.strictEqual(resolveUrls({ handler: "/auth" }).signIn, "/auth/sign-in")
  })

  it("default to home, and sign-up to sign-in", () => {
    const urls = resolveUrls({ home: "/app" })
    assert.deepStrictEqual([urls.afterSignIn, urls.afterSignUp, urls.afterSignOut], ["/app", "/app", "/app"])
    assert.strictEqual(resolveUrls({ afterSignIn: "/welcome" }).afterSignUp, "/welcome")
  })

  it("prefer given URLs to defaults", () => {
    assert.strictEqual(resolveUrls({ signIn: "/in", handler: "/h" }).signIn, "/in")
    assert.strictEqual(resolveUrls({ signIn: undefined } as unknown as Partial<HandlerUrls>).signIn, "/handler/sign-in")
  })
})

describe("The URL of a page", () => {
  it.effect.each(["signIn", "signUp"] as const)("has a return URL for %s", (name) =>
    Effect.gen(function* () {
      const url = new URL(yield* urlOf(name), "https://app.test")
      assert.strictEqual(url.searchParams.get("after_auth_return_to"), "/account?tab=1#top")
    })
  )

  it.effect("has no return URL with `noRedirectBack`", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* urlOf("signIn", { noRedirectBack: true }), "/handler/sign-in")
    })
  )

  it.effect.each(["afterSignIn", "afterSignUp"] as const)("is the page's return URL for %s", (name) =>
    Effect.gen(function* () {
      page.setURL("https://app.test/handler/sign-in?after_auth_return_to=%2Fsettings")
      assert.strictEqual(yield* urlOf(name), "/settings")
      assert.strictEqual(yield* urlOf(name, { noRedirectBack: true }), "/")
    })
  )

  it.effect("is a return URL on another origin that `urls` contains, also after a sign-in page on that origin", () =>
    Effect.gen(function* () {
      const signIn = yield* withNavigation((navigation) => navigation.urlOf("signIn"), {
        urls: { signIn: "https://accounts.test/handler/sign-in" }
      })
      page.setURL(signIn)
      const back = (urls: Partial<HandlerUrls>) =>
        withNavigation((navigation) => navigation.urlOf("afterSignIn"), { urls })
      assert.strictEqual(yield* back({ home: "https://app.test/" }), "https://app.test/account?tab=1#top")
      assert.strictEqual(yield* back({}), "/")
    })
  )

  it.effect.each(away)("is home when the return URL is on a foreign origin (%#)", (back) =>
    Effect.gen(function* () {
      page.setURL(`https://app.test/handler/sign-in?after_auth_return_to=${encodeURIComponent(back)}`)
      assert.strictEqual(yield* urlOf("afterSignIn"), "/")
    })
  )

  it.effect.each([
    "/handler/sign-in",
    "/handler/sign-up?x=1",
    "/handler/sign-out",
    "/handler/logout",
    "/handler/Sign%4Fut/"
  ])("is home when the return URL is a sign-in or sign-out page: %s", (back) =>
    Effect.gen(function* () {
      page.setURL(`https://app.test/handler/sign-in?after_auth_return_to=${encodeURIComponent(back)}`)
      assert.strictEqual(yield* urlOf("afterSignIn"), "/")
      assert.strictEqual(yield* urlOf("signUp"), "/handler/sign-up")
    })
  )

  it.effect("of sign-up has no return URL to sign-in", () =>
    Effect.gen(function* () {
      page.setURL("https://app.test/handler/sign-in")
      assert.strictEqual(yield* urlOf("signUp"), "/handler/sign-up")
    })
  )

  it.effect("of any other page has no return URL", () =>
    Effect.gen(function* () {
      page.setURL("https://app.test/handler/sign-in?after_auth_return_to=%2Fsettings")
      assert.strictEqual(yield* urlOf("afterSignOut"), "/")
      assert.strictEqual(yield* urlOf("accountSettings"), "/handler/account-settings")
    })
  )
})

describe("Navigation", () => {
  it.effect("passes the URL to the router", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const redirectMethod: RedirectMethod = (url, how) => void seen.push([url, how])
      const options = { redirectMethod }
      yield* withNavigation((navigation) => navigation.goTo("home"), options)
      yield* withNavigation((navigation) => navigation.goTo("error", { replace: true }), options)
      assert.deepStrictEqual(seen, [
        ["/", { replace: false }],
        ["/handler/error", { replace: true }]
      ])
    })
  )

  it.effect("does not change the page by default", () =>
    Effect.gen(function* () {
      yield* withNavigation((navigation) => navigation.goTo("home"))
      assert.strictEqual(location.href, "https://app.test/account?tab=1#top")
    })
  )

  it.effect("returns the URL of the current page", () =>
    Effect.gen(function* () {
      const current = yield* withNavigation((navigation) => navigation.current)
      assert.strictEqual(current?.href, "https://app.test/account?tab=1#top")
    })
  )

  it.effect("waits two seconds after a redirect, and not at all with the redirect method none", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const redirectMethod: RedirectMethod = (url) => void seen.push(url)
      const redirect = (method: RedirectMethod) =>
        withNavigation((navigation) => navigation.redirect("home"), { redirectMethod: method })
      yield* redirect("none")
      const waiting = yield* Effect.forkChild(redirect(redirectMethod))
      yield* TestClock.adjust("1999 millis")
      assert.deepStrictEqual(seen, ["/"])
      assert.isUndefined(waiting.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(waiting)
    })
  )

  it.effect.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "blob:x",
    "vbscript:x"
  ])("rejects a script URL: %j", (url) =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const redirectMethod: RedirectMethod = (url) => void seen.push(url)
      yield* withNavigation((navigation) => navigation.goTo("home"), { redirectMethod, urls: { home: url } })
      yield* withNavigation((navigation) => navigation.goToUrl(url), { redirectMethod })
      assert.deepStrictEqual(seen, [])
    })
  )
})
