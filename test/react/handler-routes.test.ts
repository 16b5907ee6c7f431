/** Which page of sign-in an address is. */
import { describe, expect, it } from "vitest"
import { type HandlerUrls, resolveUrls } from "../../core/navigation/urls.ts"
import { routeOf } from "../../react/handler/routes.ts"
import { startOfWork, workSince } from "../effort.ts"

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
    const paths = ["", "x", "sign-in/more", "account-setting", "team-invitations", "__proto__", "constructor", "%73ign-in"]
    for (const path of paths) expect(at(`/handler/${path}`)).toEqual({ page: null })
    expect(at("/handlers/sign-in")).toEqual({ page: null })
    expect(at("/")).toEqual({ page: null })
  })

  it("is found at once in a link of 100 kB that was made to keep the page busy", () => {
    const start = startOfWork()
    expect(at(`/handler${"/".repeat(100_000)}x`)).toEqual({ page: null })
    expect(workSince(start)).toBeLessThan(200)
  })
})
