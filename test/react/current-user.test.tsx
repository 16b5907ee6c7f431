// @vitest-environment happy-dom
/** `useCurrentUser`, `useConnectedAccount` and `useNavigate`. */
import { useEffect } from "react"
import { afterEach, describe, expect, it, vi } from "vitest"
import * as Keystile from "../../react/index.ts"
import { render, settle } from "./page.tsx"
import { knownError, scriptedService, session, user } from "./scripted-service.ts"
import { inside, me, script, signedInService } from "./reads-fixture.tsx"

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe("useConnectedAccount with redirect", () => {
  const Account = () => Keystile.useConnectedAccount("github", { or: "redirect", scopes: ["repo"] })?.id ?? "none"
  const tokenRequest = "POST /connected-accounts/me/github/access-token"

  it("returns a connected account", async () => {
    const service = signedInService()
    const page = await render(
      inside(
        service,
        <>
          <Account />
          <Account />
        </>
      )
    )
    await vi.waitFor(() => expect(page.text()).toBe("githubgithub"))
    expect(service.log).toEqual([tokenRequest])
  })

  it("starts to connect a missing account once, suspends, and returns null if the browser stays on the page", async () => {
    const service = signedInService({
      [tokenRequest]: () => knownError("OAUTH_CONNECTION_NOT_CONNECTED_TO_USER", "Not connected")
    })
    const assign = vi.spyOn(location, "assign").mockImplementation(() => {})
    const page = await render(
      inside(
        service,
        <>
          <Account />
          <Account />
        </>
      )
    )
    await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
    await settle()
    expect(page.text()).toBe("…")
    const url = new URL(String(assign.mock.calls[0]?.[0]))
    expect(url.pathname).toBe("/api/v1/auth/oauth/authorize/github")
    expect(url.searchParams.get("provider_scope")).toBe("repo")
    expect([service.count(tokenRequest), assign.mock.calls.length]).toEqual([1, 1])
    await settle(() => dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })))
    await vi.waitFor(() => expect(page.text()).toBe("nonenone"))
    expect(assign).toHaveBeenCalledTimes(1)
    assign.mockRestore()
  })
})

describe("useConnectedAccount with throw", () => {
  const Account = () => Keystile.useConnectedAccount("github", { or: "throw" }).id
  const tokenRequest = "POST /connected-accounts/me/github/access-token"

  it("returns a connected account", async () => {
    const page = await render(inside(signedInService(), <Account />))
    await vi.waitFor(() => expect(page.text()).toBe("github"))
  })

  it("throws the error of the service without one", async () => {
    const service = signedInService({
      [tokenRequest]: () => knownError("OAUTH_CONNECTION_NOT_CONNECTED_TO_USER", "Not connected")
    })
    const page = await render(inside(service, <Account />))
    await vi.waitFor(() => expect(page.text()).toBe("failed: Not connected"))
  })
})

describe("useNavigate", () => {
  it("uses the provider's redirect method, and rejects script URLs", async () => {
    const redirectMethod = vi.fn<(url: string, options: { readonly replace: boolean }) => void>()
    const given: { navigate?: Keystile.Navigate } = {}
    const Component = () => {
      const navigate = Keystile.useNavigate()
      useEffect(() => void (given.navigate = navigate), [navigate])
      return null
    }
    await render(inside(scriptedService(script, { redirectMethod }), <Component />))
    await settle(() => given.navigate?.("/teams"))
    await settle(() => given.navigate?.("/notes", { replace: true }))
    await settle(() => given.navigate?.("javascript:alert(1)"))
    expect(redirectMethod.mock.calls).toEqual([
      ["/teams", { replace: false }],
      ["/notes", { replace: true }]
    ])
  })
})

describe("useCurrentUser", () => {
  const seen: Array<ReturnType<typeof Keystile.useCurrentUser>> = []
  const CurrentUser = () => {
    const user = Keystile.useCurrentUser()
    useEffect(() => void seen.push(user), [user])
    return user === null ? "guest" : (user.displayName ?? "nameless")
  }
  const open = async (over = {}) => {
    seen.length = 0
    const renamed = () => ({ body: user({ display_name: "Noor" }) })
    const service = signedInService({ "PATCH /users/me": renamed, ...over })
    const page = await render(
      inside(
        service,
        <>
          <CurrentUser />
          <CurrentUser />
        </>
      )
    )
    await vi.waitFor(() => expect(page.text()).toBe("namelessnameless"))
    const current = seen.at(-1)
    if (!current) throw new Error("the user is signed out")
    return { service, page, current }
  }

  it("returns one object for all components, whose writes update all of them", async () => {
    const { current, page, service } = await open()
    expect(new Set(seen)).toEqual(new Set([current]))
    expect(new Set(seen).size).toBe(1)
    await settle(() => current.update({ displayName: "Noor" }))
    expect(page.text()).toBe("NoorNoor")
    expect([service.count(me), service.count("PATCH /users/me")]).toEqual([1, 1])
  })

  it("rejects with the error of the call", async () => {
    const { current } = await open({ "PATCH /users/me": () => ({ status: 418, body: "" }) })
    await settle(() => expect(current.setDisplayName("Noor")).rejects.toMatchObject({ _tag: "RequestError" }))
  })

  it("is bound to its user and sends nothing after another user has signed in", async () => {
    const { current, page, service } = await open()
    service.respond("POST /auth/password/sign-in", () => ({ body: session({ userId: "another" }) }))
    service.respond(me, () => ({ body: user({ id: "another", display_name: "Bob" }) }))
    await settle(() => service.signIn())
    await vi.waitFor(() => expect(page.text()).toBe("BobBob"))
    await settle(() =>
      expect(current.update({ displayName: "Ada" })).rejects.toMatchObject({ reason: { _tag: "SessionChanged" } })
    )
    expect(service.count("PATCH /users/me")).toBe(0)
    await settle(() => current.signOut())
    expect(page.text()).toBe("BobBob")
  })

  it("signs out and navigates to the given URL", async () => {
    const redirectMethod = vi.fn<(url: string) => void>()
    const service = scriptedService(script, { signedIn: true, redirectMethod })
    const page = await render(inside(service, <CurrentUser />))
    await vi.waitFor(() => expect(page.text()).toBe("nameless"))
    await settle(() => void seen.at(-1)?.signOut({ redirectUrl: "/bye" }))
    await vi.waitFor(() => expect(page.text()).toBe("guest"))
    expect(redirectMethod.mock.calls.map(([url]) => url)).toEqual(["/bye"])
  })
})
