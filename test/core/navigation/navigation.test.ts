// @vitest-environment happy-dom
import { assert, beforeEach, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { layer, Navigation, type RedirectMethod } from "../../../core/navigation/navigation.ts"
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

describe("The pages of sign-in", () => {
  it("have the defaults of the wire", () => {
    assert.deepStrictEqual(resolveUrls(), {
      handler: "/handler",
      home: "/",
      signIn: "/handler/sign-in",
      signUp: "/handler/sign-up",
      signOut: "/handler/sign-out",
      emailVerification: "/handler/email-verification",
      passwordReset: "/handler/password-reset",
      forgotPassword: "/handler/forgot-password",
      oauthCallback: "/handler/oauth-callback",
      magicLinkCallback: "/handler/magic-link-callback",
      accountSettings: "/handler/account-settings",
      teamInvitation: "/handler/team-invitation",
      error: "/handler/error",
      afterSignIn: "/",
      afterSignUp: "/",
      afterSignOut: "/"
    })
  })

  it("hang under another handler, with or without a slash at its end", () => {
    assert.strictEqual(resolveUrls({ handler: "/auth/" }).signIn, "/auth/sign-in")
    assert.strictEqual(resolveUrls({ handler: "/auth" }).signIn, "/auth/sign-in")
  })

  it("follow home, and sign-up follows sign-in", () => {
    const urls = resolveUrls({ home: "/app" })
    assert.deepStrictEqual([urls.afterSignIn, urls.afterSignUp, urls.afterSignOut], ["/app", "/app", "/app"])
    assert.strictEqual(resolveUrls({ afterSignIn: "/welcome" }).afterSignUp, "/welcome")
  })

  it("are the given ones before any default", () => {
    assert.strictEqual(resolveUrls({ signIn: "/in", handler: "/h" }).signIn, "/in")
    assert.strictEqual(resolveUrls({ signIn: undefined } as unknown as Partial<HandlerUrls>).signIn, "/handler/sign-in")
  })
})

describe("The address of a page", () => {
  it.effect.each(["signIn", "signUp"] as const)("has the way back for %s", (name) =>
    Effect.gen(function* () {
      const url = new URL(yield* urlOf(name), "https://app.test")
      assert.strictEqual(url.searchParams.get("after_auth_return_to"), "/account?tab=1#top")
    })
  )

  it.effect("has no way back when that is not wanted", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* urlOf("signIn", { noRedirectBack: true }), "/handler/sign-in")
    })
  )

  it.effect.each(["afterSignIn", "afterSignUp"] as const)("is the way back of this page for %s", (name) =>
    Effect.gen(function* () {
      page.setURL("https://app.test/handler/sign-in?after_auth_return_to=%2Fsettings")
      assert.strictEqual(yield* urlOf(name), "/settings")
      assert.strictEqual(yield* urlOf(name, { noRedirectBack: true }), "/")
    })
  )

  it.effect("is the return URL of another origin that urls name, also after it went to a sign-in page there", () =>
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

  it.effect("is home with a warning for developers when the return URL leads away", () =>
    Effect.gen(function* () {
      const warn = vi.spyOn(console, "warn").mockImplementation(() => {})
      page.setURL("https://app.test/handler/sign-in?after_auth_return_to=https%3A%2F%2Fevil.test%2Fsecret")
      assert.strictEqual(yield* urlOf("afterSignIn"), "/")
      assert.match(String(warn.mock.calls[0]?.[0]), /after_auth_return_to is ignored.*`urls`/)
      assert.notInclude(JSON.stringify(warn.mock.calls), "evil")
      warn.mockClear()
      page.setURL("https://app.test/handler/sign-in")
      yield* urlOf("afterSignIn")
      assert.lengthOf(warn.mock.calls, 0)
      warn.mockRestore()
    })
  )

  it.effect.each(away)("is home when the way back leads away, looked at when it is gone to (O7, %#)", (back) =>
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
  ])("is home when the way back is a page of signing in or out: %s", (back) =>
    Effect.gen(function* () {
      page.setURL(`https://app.test/handler/sign-in?after_auth_return_to=${encodeURIComponent(back)}`)
      assert.strictEqual(yield* urlOf("afterSignIn"), "/")
      assert.strictEqual(yield* urlOf("signUp"), "/handler/sign-up")
    })
  )

  it.effect("of sign-up has no way back to sign-in", () =>
    Effect.gen(function* () {
      page.setURL("https://app.test/handler/sign-in")
      assert.strictEqual(yield* urlOf("signUp"), "/handler/sign-up")
    })
  )

  it.effect("of any other page is as it was given", () =>
    Effect.gen(function* () {
      page.setURL("https://app.test/handler/sign-in?after_auth_return_to=%2Fsettings")
      assert.strictEqual(yield* urlOf("afterSignOut"), "/")
      assert.strictEqual(yield* urlOf("accountSettings"), "/handler/account-settings")
    })
  )
})

describe("Going to a page", () => {
  it.effect("hands its address to a router", () =>
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

  it.effect("goes nowhere by default", () =>
    Effect.gen(function* () {
      yield* withNavigation((navigation) => navigation.goTo("home"))
      assert.strictEqual(location.href, "https://app.test/account?tab=1#top")
    })
  )

  it.effect("knows the address of this page", () =>
    Effect.gen(function* () {
      const current = yield* withNavigation((navigation) => navigation.current)
      assert.strictEqual(current?.href, "https://app.test/account?tab=1#top")
    })
  )

  it.effect("and waiting for it takes two seconds, or none where nobody changes pages", () =>
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
  ])("runs no script, whoever wrote it: %j", (url) =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const redirectMethod: RedirectMethod = (url) => void seen.push(url)
      yield* withNavigation((navigation) => navigation.goTo("home"), { redirectMethod, urls: { home: url } })
      yield* withNavigation((navigation) => navigation.goToUrl(url), { redirectMethod })
      assert.deepStrictEqual(seen, [])
    })
  )
})
