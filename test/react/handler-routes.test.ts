/** The routes of the handler. */
import { describe, expect, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { type HandlerPage, handlerPages, type HandlerUrls, resolveUrls } from "../../core/navigation/handler-urls.ts"
import { canReturnTo } from "../../core/navigation/return-url.ts"
import { kebabCase } from "../../core/schema/names.ts"
import { pageOf } from "../../react/handler/page-table.ts"
import { routeOf } from "../../react/handler/routes.ts"
import { startCpuTimer, cpuTimeSince } from "../cpu-time.ts"

const at = (address: string, urls: Partial<HandlerUrls> = {}) =>
  routeOf(new URL(address, "https://app.example"), resolveUrls(urls))

describe("The route of a URL", () => {
  it("is the page of that name, with or without a trailing slash", () => {
    expect(at("/handler/sign-in?x=1")).toEqual({ page: "signIn" })
    expect(at("/handler/oauth-callback//")).toEqual({ page: "oauthCallback" })
    expect(at("/handler/error")).toEqual({ page: "error" })
  })

  it("redirects every alias to the page's canonical URL, with query and hash", () => {
    const names = {
      signin: "sign-in",
      login: "sign-in",
      signup: "sign-up",
      register: "sign-up",
      signout: "sign-out",
      logout: "sign-out",
      emailverification: "email-verification",
      passwordreset: "password-reset",
      forgotpassword: "forgot-password",
      oauthcallback: "oauth-callback",
      magiclinkcallback: "magic-link-callback",
      ERROR: "error",
      "Sign-In": "sign-in"
    }
    for (const [alias, name] of Object.entries(names)) {
      expect(at(`/handler/${alias}?code=a%2Bb#c`)).toMatchObject({ redirect: `/handler/${name}?code=a%2Bb#c` })
    }
  })

  it("redirects to a configured URL, but shows errors in the handler", () => {
    const urls = { signIn: "/login?x=1", signUp: "https://accounts.example/join", error: "/oops" }
    expect(at("/handler/sign-in?y=2", urls)).toEqual({ page: "signIn", redirect: "/login?x=1&y=2" })
    expect(at("/handler/sign-up?y=2", urls)).toEqual({
      page: "signUp",
      redirect: "https://accounts.example/join?y=2"
    })
    expect(at("/handler/error?y=2", urls)).toEqual({ page: "error" })
  })

  it("never redirects from a configured URL, which prevents loops", () => {
    const urls = { signIn: "/login", signUp: "/handler/login" }
    expect(at("/login", urls)).toEqual({ page: "signIn" })
    expect(at("/handler/login", urls)).toEqual({ page: "signUp" })
    for (const name of ["sign-in", "signin", "register", "sign-up"]) {
      const route = at(`/handler/${name}`, urls)
      const next = "redirect" in route ? at(route.redirect, urls) : route
      expect(next).toEqual({ page: route.page })
    }
  })

  it("is relative to the handler's base path", () => {
    expect(at("/auth/sign-in", { handler: "/auth/" })).toEqual({ page: "signIn" })
    expect(at("/handler/sign-in", { handler: "/auth" })).toEqual({ page: null })
    expect(at("/sign-in", { handler: "/" })).toEqual({ page: "signIn" })
  })

  it("is null on another origin than the handler's", () => {
    const handler = "https://accounts.example/handler"
    expect(at("/handler/sign-in", { handler })).toEqual({ page: null })
    expect(at("https://accounts.example/handler/sign-in", { handler })).toEqual({ page: "signIn" })
  })

  it("is null for any other path", () => {
    const paths = [
      "",
      "x",
      "sign-in/more",
      "account-setting",
      "team-invitations",
      "__proto__",
      "constructor",
      "%73ign-in"
    ]
    for (const path of paths) expect(at(`/handler/${path}`)).toEqual({ page: null })
    expect(at("/handlers/sign-in")).toEqual({ page: null })
    expect(at("/")).toEqual({ page: null })
  })

  it("is found in linear time in a URL of 100 kB", () => {
    const start = startCpuTimer()
    expect(at(`/handler${"/".repeat(100_000)}x`)).toEqual({ page: null })
    expect(cpuTimeSince(start)).toBeLessThan(200)
  })
})

describe("A sign-in or sign-out page, by any alias, is not a valid return URL", () => {
  const current = new URL("https://app.example/handler/sign-in")
  const signing: ReadonlySet<HandlerPage | null> = new Set<HandlerPage>([
    "signIn",
    "signUp",
    "signOut",
    "onboarding",
    "oauthCallback",
    "magicLinkCallback"
  ])
  const names = [
    ...handlerPages,
    ...handlerPages.map(kebabCase),
    ...handlerPages.flatMap((page) => pageOf(page).aliases ?? [])
  ]
  const unknown = [
    "logs",
    "login-history",
    "sign",
    "signature",
    "registered",
    "callback",
    "oauth",
    "sign-in/more",
    "x/sign-in"
  ]

  const handlers: ReadonlyArray<readonly [string, Partial<HandlerUrls>]> = [
    ["/handler", {}],
    ["/auth", { handler: "/auth/" }],
    ["/my-app/handler", { handler: "https://app.example/my-app/handler" }],
    ["", { handler: "/" }],
    ["/handler", { signIn: "/in?step=1", signOut: "/leave#now", magicLinkCallback: "https://accounts.example/link" }]
  ]

  const expected = (base: string, name: string, urls: Partial<HandlerUrls>) =>
    !signing.has(at(`${base}/${name}`, urls).page)

  it.each(handlers)("below %j, with the pages %j", (base, urls) => {
    for (const name of [...names, ...unknown]) {
      expect(canReturnTo(`${base}/${name}`, current, resolveUrls(urls)), name).toBe(expected(base, name, urls))
    }
    for (const name of ["log-in", "logout", "register", "sign-out", "oauthcallback"]) {
      expect(canReturnTo(`${base}/${name}`, current, resolveUrls(urls)), name).toBe(false)
    }
  })

  const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`
  const spellings = [
    (letter: string) => letter,
    (letter: string) => letter.toUpperCase(),
    (letter: string) => encoded(letter),
    (letter: string) => encoded(letter.toUpperCase()).toUpperCase(),
    (letter: string) => `-${letter}`,
    (letter: string) => `%2D${letter}-`
  ]
  const ends = ["", "/", "//", "?x=1", "#y", "#%", "/?x#y", "//#/"]
  const index = (length: number) => Schema.Literals(Array.from({ length }, (_, index) => index))

  const spelled = (name: string, how: ReadonlyArray<number>) =>
    Array.from(name, (letter, at) => (letter === "/" ? letter : spellings[how[at % how.length] ?? 0]?.(letter))).join(
      ""
    )

  it.prop(
    "in any spelling",
    [
      index(handlers.length),
      Schema.Literals([...names, ...unknown]),
      Arbitrary.array(Arbitrary.schema(index(spellings.length)), { minLength: 1, maxLength: 12 }),
      Schema.Literals(ends)
    ],
    ([position, name, how, end]) => {
      const [base, urls] = handlers[position] ?? ["", {}]
      const address = `${base}/${spelled(name, how)}${end}`
      expect(canReturnTo(address, current, resolveUrls(urls)), address).toBe(expected(base, name, urls))
    },
    { arbitrary: { runs: 2000 } }
  )

  it("except on another origin, where there is no handler", () => {
    expect(canReturnTo("https://accounts.example/handler/logout", current, resolveUrls())).toBe(true)
    expect(canReturnTo("/handler/logout", current, resolveUrls({ handler: "https://accounts.example/handler" }))).toBe(
      true
    )
  })

  it("which is checked in linear time for a URL of 100 kB", () => {
    const start = startCpuTimer()
    for (const text of ["/", "-", "%2f", "%", "/-"]) {
      expect(canReturnTo(`/handler/${text.repeat(100_000 / text.length)}x`, current, resolveUrls())).toBe(true)
    }
    expect(cpuTimeSince(start)).toBeLessThan(1000)
  })
})
