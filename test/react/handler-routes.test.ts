/** Which page of sign-in an address is. */
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

describe("the route of an address", () => {
  it("is the page of that name, with or without a slash at its end", () => {
    expect(at("/handler/sign-in?x=1")).toEqual({ page: "signIn" })
    expect(at("/handler/oauth-callback//")).toEqual({ page: "oauthCallback" })
    expect(at("/handler/error")).toEqual({ page: "error" })
  })

  it("leads from every alias to the page's own address, with query and hash", () => {
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

  it("leads to where the page is configured to be, but shows errors here", () => {
    const urls = { signIn: "/login?x=1", signUp: "https://accounts.example/join", error: "/oops" }
    expect(at("/handler/sign-in?y=2", urls)).toEqual({ page: "signIn", redirect: "/login?x=1&y=2" })
    expect(at("/handler/sign-up?y=2", urls)).toEqual({
      page: "signUp",
      redirect: "https://accounts.example/join?y=2"
    })
    expect(at("/handler/error?y=2", urls)).toEqual({ page: "error" })
  })

  it("never leads from a configured address anywhere else, so that there is no loop", () => {
    const urls = { signIn: "/login", signUp: "/handler/login" }
    expect(at("/login", urls)).toEqual({ page: "signIn" })
    expect(at("/handler/login", urls)).toEqual({ page: "signUp" })
    for (const name of ["sign-in", "signin", "register", "sign-up"]) {
      const route = at(`/handler/${name}`, urls)
      const next = "redirect" in route ? at(route.redirect, urls) : route
      expect(next).toEqual({ page: route.page })
    }
  })

  it("goes by the handler's own base", () => {
    expect(at("/auth/sign-in", { handler: "/auth/" })).toEqual({ page: "signIn" })
    expect(at("/handler/sign-in", { handler: "/auth" })).toEqual({ page: null })
    expect(at("/sign-in", { handler: "/" })).toEqual({ page: "signIn" })
  })

  it("is no page for anything else", () => {
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

  it("is found at once in a link of 100 kB that was made to keep the page busy", () => {
    const start = startCpuTimer()
    expect(at(`/handler${"/".repeat(100_000)}x`)).toEqual({ page: null })
    expect(cpuTimeSince(start)).toBeLessThan(200)
  })
})

describe("a page of signing in and out, by any of the handler's names for it, is no way back after signing in", () => {
  const current = new URL("https://app.example/handler/sign-in")
  const signing: ReadonlySet<HandlerPage | null> = new Set<HandlerPage>([
    "signIn",
    "signUp",
    "signOut",
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

  const places: ReadonlyArray<readonly [string, Partial<HandlerUrls>]> = [
    ["/handler", {}],
    ["/auth", { handler: "/auth/" }],
    ["/my-app/handler", { handler: "https://app.example/my-app/handler" }],
    ["", { handler: "/" }],
    ["/handler", { signIn: "/in?step=1", signOut: "/leave#now", magicLinkCallback: "https://accounts.example/link" }]
  ]

  const expected = (base: string, name: string, urls: Partial<HandlerUrls>) =>
    !signing.has(at(`${base}/${name}`, urls).page)

  it.each(places)("below %j, with the pages %j", (base, urls) => {
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
    "however it is spelled",
    [
      index(places.length),
      Schema.Literals([...names, ...unknown]),
      Arbitrary.array(Arbitrary.schema(index(spellings.length)), { minLength: 1, maxLength: 12 }),
      Schema.Literals(ends)
    ],
    ([place, name, how, end]) => {
      const [base, urls] = places[place] ?? ["", {}]
      const address = `${base}/${spelled(name, how)}${end}`
      expect(canReturnTo(address, current, resolveUrls(urls)), address).toBe(expected(base, name, urls))
    },
    { arbitrary: { runs: 2000 } }
  )

  it("unless it is of another origin, where the handler is not", () => {
    expect(canReturnTo("https://accounts.example/handler/logout", current, resolveUrls())).toBe(true)
    expect(canReturnTo("/handler/logout", current, resolveUrls({ handler: "https://accounts.example/handler" }))).toBe(
      true
    )
  })

  it("which is told at once of a link of 100 kB that was made to keep the page busy", () => {
    const start = startCpuTimer()
    for (const text of ["/", "-", "%2f", "%", "/-"]) {
      expect(canReturnTo(`/handler/${text.repeat(100_000 / text.length)}x`, current, resolveUrls())).toBe(true)
    }
    expect(cpuTimeSince(start)).toBeLessThan(1000)
  })
})
