// @vitest-environment happy-dom
/** The team invitation page over a scripted service. */
import { act } from "react"
import * as Effect from "effect/Effect"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { KeystileProvider, TeamInvitation } from "../../react/index.ts"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { render } from "./page.tsx"
import { knownError, type ServiceScript, scriptedService } from "./scripted-service.ts"

beforeAll(() => Effect.runPromise(loadModules))
afterEach(() => {
  document.body.replaceChildren()
  sessionStorage.clear()
  history.replaceState(null, "", "/")
})

const code = "0123456789abcdefghjkmnpqrstvwxyz0123456789abc"
const details = "POST /team-invitations/accept/details"
const check = "POST /team-invitations/accept/check-code"
const accept = "POST /team-invitations/accept"
const invited = { team_id: "11111111-1111-4111-8111-111111111111", team_display_name: "Fernhill <b>Orchards</b>" }

const team = {
  id: invited.team_id,
  display_name: "Orchards",
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null
}

interface Visit {
  /** `null` leaves the URL and the history entry as they are. */
  readonly query?: string | null
  readonly signedIn?: boolean
}

const open = async (script: ServiceScript = {}, { query = `?code=${code}`, signedIn = true }: Visit = {}) => {
  const visited: Array<string> = []
  const service = scriptedService(
    { [details]: () => ({ body: invited }), [accept]: () => ({ body: {} }), ...script },
    { signedIn, redirectMethod: (url) => void visited.push(url) }
  )
  if (query !== null) history.replaceState(null, "", `/handler/team-invitation${query}`)
  const page = await render(
    <KeystileProvider runtime={service.runtime}>
      <TeamInvitation />
    </KeystileProvider>
  )
  const titled = (title: string) => vi.waitFor(() => expect(page.find("h2").textContent).toBe(title))
  const click = (label: string) =>
    act(async () => {
      Array.from(page.container.querySelectorAll("button"))
        .find(({ textContent }) => textContent === label)
        ?.click()
    })
  return { page, service, visited, titled, click }
}

describe("<TeamInvitation>", () => {
  it("asks for confirmation with the user's address before joining, and shows names as text", async () => {
    const { click, page, service, titled } = await open()
    await titled("Join Fernhill <b>Orchards</b>")
    expect(page.text()).toContain("Signed in as noor@fernhill.example")
    expect(location.search).toBe("")
    expect(service.count(accept)).toBe(0)
    await click("Join")
    await titled("You have joined Fernhill <b>Orchards</b>")
    expect(service.count(accept)).toBe(1)
  })

  it("names team and inviter, and fills the address into sign-in, before the user signs in", async () => {
    const body = {
      is_code_valid: true,
      team_display_name: "Orchards",
      inviter_display_name: "Tess Okafor",
      recipient_email: "ada@fernhill.example"
    }
    const out = await open({ [check]: () => ({ body }) }, { signedIn: false })
    await out.titled("Join Orchards")
    expect(out.page.text()).toContain("Tess Okafor invites you to join the team Orchards.")
    await out.click("Sign in")
    expect(sessionStorage.getItem("keystile-email-p")).toContain("ada@fernhill.example")
    expect(out.visited.join()).not.toContain("ada")
  })

  it("says that a link has expired before the user signs in", async () => {
    const out = await open(
      { [check]: () => knownError("VERIFICATION_CODE_EXPIRED", "It has expired.") },
      { signedIn: false }
    )
    await out.titled("This link has expired")
  })

  it("shows that the session has ended when the user joins", async () => {
    const { click, page, titled } = await open({
      [accept]: () => knownError("USER_AUTHENTICATION_REQUIRED", "User authentication required for this endpoint.")
    })
    await titled("Join Fernhill <b>Orchards</b>")
    await click("Join")
    await vi.waitFor(() => expect(page.find("[role=alert]").textContent).not.toBe(""))
    await titled("Join Fernhill <b>Orchards</b>")
  })

  for (const [teams, title] of [
    [[team], "You have joined Fernhill <b>Orchards</b>"],
    [[], "This link has already been used"]
  ] as const) {
    const membership = teams.length > 0 ? "a member" : "no member"
    it(`says what is true when a second attempt finds the link used by ${membership}`, async () => {
      const { click, page, service, titled } = await open({
        [accept]: () => "no connection",
        "GET /teams": () => ({ body: { items: teams, is_paginated: false } })
      })
      await titled("Join Fernhill <b>Orchards</b>")
      await click("Join")
      await vi.waitFor(() => expect(page.find("[role=alert]").textContent).not.toBe(""))
      service.respond(accept, () => knownError("VERIFICATION_CODE_ALREADY_USED", "It was used.", 409))
      await click("Join")
      await titled(title)
    })
  }

  it("leads to the team first after joining", async () => {
    const { click, page, titled, visited } = await open()
    await titled("Join Fernhill <b>Orchards</b>")
    await click("Join")
    await titled("You have joined Fernhill <b>Orchards</b>")
    const buttons = [...page.container.querySelectorAll<HTMLElement>("button")]
    expect(buttons.map(({ dataset, textContent }) => [textContent, dataset["variant"]])).toEqual([
      ["Go to the team", "primary"],
      ["Go home", "outline"]
    ])
    await click("Go to the team")
    expect(visited).toEqual([`/handler/account-settings#team-${invited.team_id}`])
  })

  it("keeps its text direction for any team name", async () => {
    const { page, titled } = await open({
      [details]: () => ({ body: { ...invited, team_display_name: "Fernhill\u2069\u202e" } })
    })
    await titled("Join Fernhill")
    expect(page.container.textContent).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  })

  it("keeps the code for this tab during sign-in, and removes it from every URL", async () => {
    const out = await open({}, { signedIn: false })
    await out.titled("You are invited to a team")
    expect(out.page.text()).toContain("Sign in or create an account to see the invitation.")
    await out.click("Sign up")
    expect(out.visited).toEqual(["/handler/sign-up?after_auth_return_to=%2Fhandler%2Fteam-invitation"])
    expect(out.service.log).not.toContain(details)
    document.body.replaceChildren()
    const back = await open({}, { query: "" })
    await back.titled("Join Fernhill <b>Orchards</b>")
    await back.click("Join")
    await vi.waitFor(() => expect(sessionStorage.length).toBe(0))
  })

  it("finds its code again after a reload, and leaves it out of pages to which a router copies the state", async () => {
    const first = await open()
    await first.titled("Join Fernhill <b>Orchards</b>")
    sessionStorage.clear()
    const { state } = history
    const render = async (path: string) => {
      document.body.replaceChildren()
      history.replaceState(state, "", path)
      return open({}, { query: null })
    }
    await (await render("/handler/team-invitation")).titled("Join Fernhill <b>Orchards</b>")
    sessionStorage.clear()
    await (await render("/handler/magic-link-callback")).titled("This link is not valid")
  })

  it("lets the user sign out to accept as another user, and returns", async () => {
    const { click, service, titled, visited } = await open()
    await titled("Join Fernhill <b>Orchards</b>")
    await click("Use another account")
    const signIn = "/handler/sign-in?after_auth_return_to=%2Fhandler%2Fteam-invitation"
    await vi.waitFor(() => expect(visited).toEqual([signIn]))
    expect(service.count("DELETE /auth/sessions/current")).toBe(1)
  })

  it("removes an invitation that is ignored", async () => {
    const { click, titled, visited } = await open()
    await titled("Join Fernhill <b>Orchards</b>")
    await click("Ignore")
    expect(visited).toEqual(["/"])
  })

  for (const [error, title] of [
    ["VERIFICATION_CODE_NOT_FOUND", "This link is not valid"],
    ["VERIFICATION_CODE_EXPIRED", "This link has expired"],
    ["VERIFICATION_CODE_ALREADY_USED", "This link has already been used"]
  ] as const) {
    it(`shows what is wrong with the link, and removes its code: ${error}`, async () => {
      sessionStorage.setItem("keystile-invitation", code)
      const refused = () => knownError(error, "no", error.endsWith("USED") ? 409 : 400)
      const { titled } = await open({ [details]: refused }, { query: "" })
      await titled(title)
      expect(sessionStorage.getItem("keystile-invitation")).toBeNull()
    })
  }

  it("shows an error without a code, and offers a retry when the service fails", async () => {
    const none = await open({}, { query: "" })
    await none.titled("This link is not valid")
    document.body.replaceChildren()
    const failed = await open({ [details]: () => ({ status: 418 }) })
    await failed.titled("An unknown error occurred")
    failed.service.respond(details, () => ({ body: invited }))
    await failed.click("Try again")
    await failed.titled("Join Fernhill <b>Orchards</b>")
  })
})
