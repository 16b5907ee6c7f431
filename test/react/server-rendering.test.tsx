// @vitest-environment happy-dom
/**
 * Pages that a server rendered from a snapshot: hydrated without a request, and corrected when the snapshot is
 * outdated.
 */
import { afterEach, describe, expect, it, vi } from "vitest"
import {
  Can,
  Handler,
  SelectedTeamSwitcher,
  SignedIn,
  SignedOut,
  SignIn,
  SignUp,
  type Snapshot,
  useCurrentUser,
  useProject,
  useProjectState,
  UserButton,
  useUser,
  useUserState
} from "../../react/index.ts"
import { settle } from "./page.tsx"
import { project, user } from "./scripted-service.ts"
import { cookiesOf, serve, serviceByFetch, setBrowserCookies, snapshotFor } from "./server-rendered.tsx"

const ME = "GET /users/me"
const PROJECT = "GET /projects/current"

const CurrentUser = () => useUser()?.displayName ?? "guest"
const State = () => {
  const { data, pending } = useUserState()
  return pending ? "?" : (data?.displayName ?? "guest")
}
const Everything = () => (
  <main>
    <h1>
      <CurrentUser />
    </h1>
    <p>
      <State />, <Project />, <ProjectState />, <Object />
    </p>
    <SignedIn pending="?">in</SignedIn>
    <SignedOut pending="?">out</SignedOut>
    <UserButton showUserInfo />
    <SelectedTeamSwitcher />
  </main>
)
const Project = () => useProject().displayName
const ProjectState = () => useProjectState().data?.displayName ?? "?"
const Object = () => useCurrentUser()?.id ?? "none"

const TEAM = "33333333-3333-4333-8333-333333333333"

const noor = () => user({ display_name: "Noor", selected_team_id: TEAM, selected_team: team })
const team = { id: TEAM, display_name: "Rowers", profile_image_url: null }

afterEach(() => {
  vi.unstubAllGlobals()
  setBrowserCookies({})
})

describe("A page with a snapshot", () => {
  it("contains the signed-in user in the server's HTML, and the browser sends no request", async () => {
    const service = serviceByFetch({ [ME]: noor })
    const cookies = cookiesOf()
    const snapshot = await snapshotFor(cookies)
    expect(service.log.toSorted()).toEqual([PROJECT, ME])
    setBrowserCookies(cookies)
    const page = await serve(<Everything />, snapshot)
    for (const text of ["<h1>Noor</h1>", "Rowers", "noor@fernhill.example"]) expect(page.html).toContain(text)
    await settle()
    expect(page.text()).toMatch(/^NoorNoor, Fernhill, Fernhill, uin/)
    expect(page.errors).toEqual([])
    expect(page.kept()).toBe(true)
    expect(new Set(page.seen).size).toBe(1)
    expect(service.log).toHaveLength(2)
    await page.end()
  })

  it("contains the signed-out state, too", async () => {
    const service = serviceByFetch()
    const page = await serve(<Everything />, await snapshotFor({}))
    await settle()
    expect(page.html).toContain("<h1>guest</h1>")
    expect(page.text()).toMatch(/^guestguest, Fernhill, Fernhill, noneout/)
    expect(page.errors).toEqual([])
    expect(new Set(page.seen).size).toBe(1)
    expect(service.log).toEqual([PROJECT])
    await page.end()
  })

  it.each([
    ["sign-in", <SignIn key="in" fullPage />],
    ["sign-up", <SignUp key="up" />]
  ])("contains the form of %s in the server's HTML", async (_, screen) => {
    const service = serviceByFetch({
      [PROJECT]: () => project({ magic_link_enabled: true, enabled_oauth_providers: [{ id: "google" }] })
    })
    const page = await serve(screen, await snapshotFor({}))
    await settle()
    expect(page.html).toContain("<form")
    expect(page.html).toContain("Google")
    expect(page.errors).toEqual([])
    expect(page.kept()).toBe(true)
    expect(service.count(PROJECT)).toBe(1)
    await page.end()
  })

  it("keeps what the user has typed before the page is hydrated, and sends it", async () => {
    const sent: Array<unknown> = []
    const service = serviceByFetch({ "POST /auth/otp/send-sign-in-code": () => ({ nonce: "n" }) })
    const { fetch } = globalThis
    vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) => {
      if (init?.method === "POST") sent.push(JSON.parse(String(init.body)))
      return fetch(input, init)
    })
    const settings = { magic_link_enabled: true, credential_enabled: false }
    const snapshot = { ...(await snapshotFor({})), project: project(settings) }
    const page = await serve(<SignIn />, snapshot, (html) => {
      const field = html.querySelector<HTMLInputElement>("input[type=email]")
      if (field !== null) field.value = "noor@fernhill.example"
    })
    await settle()
    expect(page.errors).toEqual([])
    expect(page.kept()).toBe(true)
    expect(page.container.querySelector<HTMLInputElement>("input[type=email]")?.value).toBe("noor@fernhill.example")
    await settle(() => page.container.querySelector<HTMLButtonElement>("button[type=submit]")?.click())
    await vi.waitFor(() => expect(service.count("POST /auth/otp/send-sign-in-code")).toBe(1))
    expect(sent).toMatchObject([{ email: "noor@fernhill.example" }])
    await page.end()
  })

  it("hydrates the handler's page without a warning, and sends no request for data in the snapshot", async () => {
    const service = serviceByFetch()
    // Preloaded, since the import may take longer than the updates that the test waits for.
    await import("../../react/screens/sign-in/sign-pages.ts")
    history.replaceState(null, "", "/handler/sign-in")
    const page = await serve(<Handler location="/handler/sign-in" />, await snapshotFor({}))
    await vi.waitFor(
      async () => {
        await settle()
        expect(page.container.querySelector("form")).not.toBeNull()
      },
      { timeout: 10_000 }
    )
    expect(page.errors).toEqual([])
    expect(service.log).toEqual([PROJECT])
    await page.end()
    history.replaceState(null, "", "/")
  })

  it("requests data outside the snapshot in the browser", async () => {
    const service = serviceByFetch({
      [ME]: noor,
      "GET /team-permissions": () => ({
        items: [{ id: "$invite_members", user_id: "u", team_id: TEAM }],
        is_paginated: false
      })
    })
    const cookies = cookiesOf()
    const snapshot = await snapshotFor(cookies)
    setBrowserCookies(cookies)
    const page = await serve(
      <Can permission="$invite_members" team={TEAM} pending="…" fallback="no">
        yes
      </Can>,
      snapshot
    )
    expect(page.html).toContain("…")
    await vi.waitFor(() => expect(page.text()).toBe("yes"))
    expect(page.errors).toEqual([])
    expect(service.count("GET /team-permissions")).toBe(1)
    expect(service.count(ME)).toBe(1)
    await page.end()
  })
})

describe("An outdated snapshot", () => {
  it("of a user who has signed out is replaced without a request", async () => {
    const service = serviceByFetch({ [ME]: noor })
    const snapshot = await snapshotFor(cookiesOf())
    const page = await serve(<Everything />, snapshot)
    await vi.waitFor(() => expect(page.text()).toMatch(/^guestguest.*out/))
    expect(page.container.textContent).not.toContain("Noor")
    expect(page.errors).toEqual([])
    expect(service.count(ME)).toBe(1)
    await page.end()
  })

  it("of another user in a cached page is replaced", async () => {
    const service = serviceByFetch({
      [ME]: (userId) => (userId === "u" ? noor() : user({ id: "v", display_name: "Ivo" }))
    })
    const snapshot = await snapshotFor(cookiesOf("u"))
    setBrowserCookies(cookiesOf("v"))
    const page = await serve(<Everything />, snapshot)
    expect(page.html).toContain("Noor")
    await vi.waitFor(() => expect(page.text()).toMatch(/^IvoIvo, Fernhill, Fernhill, vin/))
    expect(page.text()).not.toContain("Noor")
    expect(page.errors).toEqual([])
    expect(service.count(ME)).toBe(2)
    expect(service.count(PROJECT)).toBe(1)
    await page.end()
  })

  it("of a signed-out visitor is replaced after sign-in", async () => {
    const service = serviceByFetch({ [ME]: noor })
    const snapshot = await snapshotFor({})
    setBrowserCookies(cookiesOf())
    const page = await serve(<Everything />, snapshot)
    expect(page.html).toContain("guest")
    await vi.waitFor(() => expect(page.text()).toMatch(/^NoorNoor/))
    expect(page.errors).toEqual([])
    expect(service.count(ME)).toBe(1)
    await page.end()
  })

  it("of another project or of an invalid form is ignored", async () => {
    const cookies = cookiesOf()
    for (const snapshot of [
      { version: 1, projectId: "q", session: null, user: null },
      "<script>",
      { version: 9 },
      []
    ]) {
      const service = serviceByFetch({ [ME]: noor })
      setBrowserCookies(cookies)
      const page = await serve(<State />, snapshot as Snapshot)
      expect(page.html).toContain("?")
      await vi.waitFor(() => expect(page.text()).toBe("Noor"))
      expect(page.errors).toEqual([])
      expect(service.count(ME)).toBe(1)
      await page.end()
    }
  })

  it("that is incomplete leaves the missing data to the browser", async () => {
    const cookies = cookiesOf()
    const service = serviceByFetch({ [ME]: noor })
    const { user: _, ...partial } = await snapshotFor(cookies)
    setBrowserCookies(cookies)
    const page = await serve(
      <>
        <State /> at <ProjectState />
      </>,
      partial
    )
    expect(page.html).toContain("Fernhill")
    await vi.waitFor(() => expect(page.text()).toBe("Noor at Fernhill"))
    expect(page.errors).toEqual([])
    expect(service.count(PROJECT)).toBe(1)
    await page.end()
  })
})

describe("A page that receives a new snapshot", () => {
  it("shows its data without a request", async () => {
    const cookies = cookiesOf()
    const service = serviceByFetch({ [ME]: noor })
    const snapshot = await snapshotFor(cookies)
    setBrowserCookies(cookies)
    const page = await serve(<State />, snapshot)
    await page.show({ ...snapshot, user: user({ display_name: "Noor Haddad" }) })
    expect(page.text()).toBe("Noor Haddad")
    expect(service.count(ME)).toBe(1)
    await page.end()
  })

  it("ignores one of another session", async () => {
    const cookies = cookiesOf()
    serviceByFetch({ [ME]: noor })
    const snapshot = await snapshotFor(cookies)
    setBrowserCookies(cookies)
    const page = await serve(<State />, snapshot)
    await page.show({ ...snapshot, session: "another", user: user({ display_name: "Ivo" }) })
    expect(page.text()).toBe("Noor")
    await page.end()
  })
})
