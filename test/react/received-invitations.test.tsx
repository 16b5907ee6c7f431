// @vitest-environment happy-dom
/** The invitations that a user received, in the account settings over a scripted service. */
import * as Effect from "effect/Effect"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { AccountSettings, KeystileProvider } from "../../react/index.ts"
import { openInvitations } from "../../react/account/use-open-invitations.ts"
import { account } from "../../react/messages/english/account.ts"
import { teamTexts } from "../../react/messages/english/teams.ts"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { DAY } from "../durations.ts"
import { render, settle } from "./page.tsx"
import { knownError, type ServiceScript, scriptedService, user } from "./scripted-service.ts"

beforeAll(() => Effect.runPromise(loadModules))
afterEach(() => {
  document.body.replaceChildren()
  history.replaceState(null, "", "/")
})

const eventually = (assertion: () => void) => vi.waitFor(assertion, { timeout: 10_000 })

const days = (count: number) => Date.now() + count * DAY
const list = (...items: ReadonlyArray<object>) => ({ body: { items, is_paginated: false } })
const team = (id: string, display_name: string) => ({
  id,
  display_name,
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null
})
const orchards = team("11111111-1111-4111-8111-111111111111", "Fernhill Orchards")
const quayside = team("22222222-2222-4222-8222-222222222222", "Quayside")
const invitation = (of: typeof orchards, n: number) => ({
  id: `66666666-6666-4666-8666-66666666666${n}`,
  team_id: of.id,
  team_display_name: of.display_name,
  recipient_email: "noor@fernhill.example",
  expires_at_millis: days(5)
})

const LIST = "GET /team-invitations"
const acceptPath = (n: number) => `POST /team-invitations/${invitation(orchards, n).id}/accept`

const open = async (hash: string, script: ServiceScript) => {
  const service = scriptedService(
    {
      "GET /users/me": () => ({ body: user({ display_name: "Noor" }) }),
      "GET /teams": () => list(),
      "GET /contact-channels": () => list(),
      ...script
    },
    { signedIn: true, redirectMethod: () => {} }
  )
  history.replaceState(null, "", `/settings${hash}`)
  const page = await render(
    <KeystileProvider runtime={service.runtime} lang="en">
      <AccountSettings />
    </KeystileProvider>
  )
  const titled = (title: string) =>
    eventually(() => expect(page.container.querySelector(".ks-page-title")?.textContent).toBe(title))
  const button = (name: string) => page.find<HTMLButtonElement>(`[aria-label="${name}"]`)
  const entry = () => page.container.querySelector(`[href="#invitations"]`)
  return { page, service, titled, button, entry }
}

describe("The invitations in the account settings", () => {
  it("are counted in the sidebar, and accepted one by one", async () => {
    const both = list(invitation(orchards, 1), invitation(quayside, 2))
    const { button, entry, page, service, titled } = await open("#invitations", {
      [LIST]: () => both,
      [acceptPath(1)]: () => ({ body: {} }),
      [acceptPath(2)]: () => ({ body: {} })
    })
    await titled("Invitations")
    await eventually(() => expect(entry()?.textContent).toBe("Invitations2"))
    await eventually(() => expect(page.text()).toContain("Quayside"))
    expect(page.text()).toContain("noor@fernhill.example")
    expect(page.text()).toContain("Expires in 5 days")

    service.respond(LIST, () => list(invitation(quayside, 2)))
    service.respond("GET /teams", () => list(orchards))
    await settle(() => button("Accept the invitation to Fernhill Orchards").click())
    await eventually(() => expect(page.text()).toContain("You have joined Fernhill Orchards."))
    await eventually(() => expect(entry()?.textContent).toBe("Invitations1"))
    await eventually(() =>
      expect(page.find(`[href="#team-${orchards.id}"]`).textContent).toContain("Fernhill Orchards")
    )

    service.respond(LIST, () => list())
    service.respond("GET /teams", () => list(orchards, quayside))
    await settle(() => button("Accept the invitation to Quayside").click())
    await eventually(() => expect(page.text()).toContain(teamTexts.receivedNone))
    await eventually(() => expect(page.text()).toContain("You have joined Quayside."))
    await eventually(() => expect(entry()?.textContent).toBe("Invitations"))
  })

  it("are read for the signed-in user", async () => {
    const queries: Array<string> = []
    const { entry } = await open("", {
      [LIST]: ({ url }) => {
        queries.push(new URL(url).search)
        return list(invitation(orchards, 1))
      }
    })
    await eventually(() => expect(entry()).not.toBeNull())
    expect(queries).toEqual(["?user_id=me"])
  })

  it("have no entry in the sidebar when there are none", async () => {
    const { entry, service, titled } = await open("", { [LIST]: () => list() })
    await titled("My profile")
    await eventually(() => expect(service.count(LIST)).toBe(1))
    await settle()
    expect(entry()).toBeNull()
  })

  it("have no entry in the sidebar for a service that does not list them", async () => {
    const { entry, page, service, titled } = await open("", {
      [LIST]: () => knownError("SCHEMA_ERROR", "query.team_id must be defined")
    })
    await titled("My profile")
    await eventually(() => expect(service.count(LIST)).toBe(1))
    await settle()
    expect(entry()).toBeNull()
    expect(page.container.querySelector("[role=alert]")).toBeNull()
  })

  it("say that an invitation was revoked in the meantime", async () => {
    const { button, page, titled } = await open("#invitations", {
      [LIST]: () => list(invitation(orchards, 1)),
      [acceptPath(1)]: () => knownError("VERIFICATION_CODE_NOT_FOUND", "No such code", 404)
    })
    await titled("Invitations")
    await eventually(() => expect(button("Accept the invitation to Fernhill Orchards")).toBeDefined())
    await settle(() => button("Accept the invitation to Fernhill Orchards").click())
    await eventually(() => expect(page.text()).toContain(account.receivedGone))
  })

  it("are the newest to each team that the user is not in", () => {
    const received = [invitation(quayside, 1), invitation(orchards, 2), invitation(quayside, 3)].map(
      ({ expires_at_millis, id, recipient_email, team_display_name, team_id }) => ({
        id,
        teamId: team_id,
        teamDisplayName: team_display_name,
        recipientEmail: recipient_email,
        expiresAt: new Date(expires_at_millis)
      })
    )
    expect(openInvitations(received, [])).toEqual(received.slice(0, 2))
    expect(openInvitations(received, [quayside])).toEqual(received.slice(1, 2))
  })
})
