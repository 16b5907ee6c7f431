// @vitest-environment happy-dom
/** The section of API keys in the account settings, over a scripted service. */
import { act } from "react"
import * as Effect from "effect/Effect"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { AccountSettings, KeystileProvider } from "../../react/index.ts"
import { account } from "../../react/messages/english/account.ts"
import { apiKeyTexts } from "../../react/messages/english/api-keys.ts"
import { DAY } from "../durations.ts"
import { render, settle } from "./page.tsx"
import { knownError, project, type ServiceScript, scriptedService, user } from "./scripted-service.ts"

beforeAll(() => Effect.runPromise(loadModules))
afterEach(() => {
  document.body.replaceChildren()
  history.replaceState(null, "", "/")
})

const TEAM = "11111111-1111-4111-8111-111111111111"

const list = (...items: ReadonlyArray<object>) => ({ body: { items, is_paginated: false } })

const key = (id: string, description: string, fields: object = {}) => ({
  id,
  description,
  created_at_millis: 1_735_689_600_000,
  is_public: false,
  value: { last_four: "9f0c" },
  type: "user",
  user_id: "u",
  ...fields
})

const revoked = key("2", "Old laptop", { manually_revoked_at_millis: 1_738_368_000_000 })
const expired = key("3", "Trial", { expires_at_millis: 1_738_368_000_000, is_public: true })

const open = async (hash: string, script: ServiceScript) => {
  const service = scriptedService(
    {
      "GET /projects/current": () => ({ body: project({ allow_user_api_keys: true, allow_team_api_keys: true }) }),
      "GET /users/me": () => ({ body: user({ has_password: false }) }),
      "GET /teams": () => list({ id: TEAM, display_name: "Crew", profile_image_url: null }),
      "GET /contact-channels": () => list(),
      [`GET /team-member-profiles/${TEAM}/me`]: () => ({
        body: { team_id: TEAM, user_id: "u", display_name: "Noor", profile_image_url: null }
      }),
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
    vi.waitFor(() => expect(page.container.querySelector(":is(h1, h2).ks-page-title")?.textContent).toBe(title), {
      timeout: 10_000
    })
  const button = (name: string) =>
    vi.waitFor(() => {
      const all = Array.from(page.container.querySelectorAll("button"))
      const found = all.find((one) => (one.getAttribute("aria-label") ?? one.textContent) === name)
      if (found === undefined) throw new Error(`There is no button ${name}`)
      return found
    })
  const press = async (name: string) => {
    const found = await button(name)
    await act(async () => found.click())
  }
  const type = (text: string) =>
    settle(() => {
      const input = page.find<HTMLInputElement>(".ks-section input")
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text)
      input.dispatchEvent(new Event("input", { bubbles: true }))
    })
  const choose = (value: string) =>
    settle(() => {
      const select = page.find<HTMLSelectElement>(".ks-section select")
      select.value = value
      select.dispatchEvent(new Event("change", { bubbles: true }))
    })
  const rowsOf = (label: string) =>
    Array.from(page.container.querySelectorAll(`[aria-label="${label}"] li`), ({ textContent }) => textContent)
  return { page, service, titled, press, type, choose, rowsOf }
}

describe("the API keys of the user", () => {
  it("are listed, with those that are no longer valid apart", async () => {
    const { page, rowsOf, titled } = await open("#settings", {
      "GET /user-api-keys": () => list(key("1", "CI", { expires_at_millis: Date.now() + 400 * DAY }), revoked, expired)
    })
    await titled("Settings")
    await vi.waitFor(() => expect(rowsOf(apiKeyTexts.apiKeys)).toHaveLength(1))
    expect(rowsOf(apiKeyTexts.apiKeys)[0]).toMatch(/^CIsk_…9f0c · Created .*2025 · Expires .*Revoke$/)
    const [first, second] = rowsOf(apiKeyTexts.apiKeysInvalid)
    expect(first).toMatch(/^Old laptopsk_…9f0c · Created .* · Revoked .*2025$/)
    expect(second).toMatch(/^Trialpk_…9f0c · Created .* · Expired .*2025$/)
    expect(page.find<HTMLDetailsElement>("details").open).toBe(false)
  })

  it("are named by their ending without a description", async () => {
    const { page, rowsOf, titled } = await open("#settings", { "GET /user-api-keys": () => list(key("1", " ")) })
    await titled("Settings")
    await vi.waitFor(() => expect(rowsOf(apiKeyTexts.apiKeys)[0]).toContain(apiKeyTexts.apiKeyUnlimited))
    expect(page.find("[aria-label='Revoke sk_…9f0c']")).not.toBeNull()
  })

  it("are not created after a cancel of the pending form", async () => {
    const { page, press, service, titled, type } = await open("#settings", {
      "GET /user-api-keys": () => list(),
      "POST /user-api-keys": () => ({ body: { ...key("1", "CI"), value: "sk_secret_of_the_key" } })
    })
    await titled("Settings")
    await press(apiKeyTexts.apiKeyCreate)
    await type("CI")
    service.hold("POST /user-api-keys")
    await press(apiKeyTexts.apiKeyCreate)
    await vi.waitFor(() => expect(service.count("POST /user-api-keys")).toBe(1))
    await press("Cancel")
    await vi.waitFor(() => expect(service.log).toContain("aborted POST /user-api-keys"))
    await settle(() => service.release("POST /user-api-keys"))
    expect(page.text()).not.toContain("sk_secret_of_the_key")
  })

  it("are created with a name and an expiration, and shown once", async () => {
    let items: ReadonlyArray<object> = []
    const created = vi.fn()
    const { choose, page, press, rowsOf, service, titled, type } = await open("#settings", {
      "GET /user-api-keys": () => list(...items),
      "POST /user-api-keys": ({ body }) => {
        created(JSON.parse(String(body)))
        items = [key("1", "CI")]
        return { body: { ...key("1", "CI"), value: "sk_secret_of_the_key" } }
      }
    })
    await titled("Settings")
    await press(apiKeyTexts.apiKeyCreate)
    expect(document.activeElement).toBe(page.find(".ks-section input"))
    await type("  ")
    await press(apiKeyTexts.apiKeyCreate)
    expect(page.text()).toContain(account.empty)
    await type("x".repeat(257))
    await press(apiKeyTexts.apiKeyCreate)
    expect(page.text()).toContain("Please use at most 256 characters")
    expect(service.count("POST /user-api-keys")).toBe(0)
    await type(" CI ")
    await choose("30")
    const before = Date.now()
    await press(apiKeyTexts.apiKeyCreate)
    await vi.waitFor(() => expect(page.text()).toContain("sk_secret_of_the_key"))
    expect(page.text()).toContain(apiKeyTexts.apiKeySave)
    expect(page.text()).toContain(apiKeyTexts.apiKeyCreated)
    expect(created.mock.calls).toEqual([[{ description: "CI", expires_at_millis: expect.any(Number), user_id: "me" }]])
    const [[{ expires_at_millis: expiresAt }]] = created.mock.calls as [[{ expires_at_millis: number }]]
    expect(expiresAt).toBeGreaterThanOrEqual(before + 30 * DAY)
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + 30 * DAY)
    await vi.waitFor(() => expect(rowsOf(apiKeyTexts.apiKeys)).toHaveLength(1))
    await press(apiKeyTexts.apiKeySaved)
    expect(page.text()).not.toContain("sk_secret_of_the_key")
    await press(apiKeyTexts.apiKeyCreate)
    await type("Laptop")
    await choose("unlimited")
    await press(apiKeyTexts.apiKeyCreate)
    await vi.waitFor(() => expect(created.mock.calls).toHaveLength(2))
    expect(created.mock.calls[1]).toEqual([{ description: "Laptop", expires_at_millis: null, user_id: "me" }])
  })

  it("keep the form when the service refuses a new one", async () => {
    const { page, press, titled, type } = await open("#settings", {
      "GET /user-api-keys": () => list(),
      "POST /user-api-keys": () => ({
        ...knownError("LIMIT_REACHED", "The maximum of 100 is reached."),
        body: { code: "LIMIT_REACHED", error: "The maximum of 100 is reached.", details: { maximum: 100 } }
      })
    })
    await titled("Settings")
    await press(apiKeyTexts.apiKeyCreate)
    await type("CI")
    await press(apiKeyTexts.apiKeyCreate)
    await vi.waitFor(() => expect(page.text()).toContain("The maximum of 100 is reached."))
    expect(page.find<HTMLInputElement>(".ks-section input").value).toBe("CI")
    await press("Cancel")
    expect(page.container.querySelector(".ks-section select")).toBeNull()
  })

  it("are revoked after a question, which is announced", async () => {
    const id = "33333333-3333-4333-8333-333333333333"
    let items: ReadonlyArray<object> = [key(id, "CI")]
    const changed = vi.fn()
    const { page, press, rowsOf, titled } = await open("#settings", {
      "GET /user-api-keys": () => list(...items),
      [`PATCH /user-api-keys/${id}`]: ({ body }) => {
        changed(JSON.parse(String(body)))
        items = [key(id, "CI", { manually_revoked_at_millis: Date.now() })]
        return { body: items[0] }
      }
    })
    await titled("Settings")
    await press("Revoke CI")
    expect(page.text()).toContain("Revoke CI?")
    expect(page.text()).toContain(apiKeyTexts.apiKeyRevokeText)
    await act(async () => page.find<HTMLButtonElement>("dialog button[type=submit]").click())
    await vi.waitFor(() => expect(page.text()).toContain("CI was revoked."))
    expect(changed.mock.calls).toEqual([[{ revoked: true }]])
    await vi.waitFor(() => expect(rowsOf(apiKeyTexts.apiKeysInvalid)).toHaveLength(1))
    expect(rowsOf(apiKeyTexts.apiKeys)).toHaveLength(0)
  })

  it("are not requested in a project that does not allow them", async () => {
    const { page, service, titled } = await open("#settings", {
      "GET /projects/current": () => ({ body: project({ allow_team_api_keys: true }) })
    })
    await titled("Settings")
    await vi.waitFor(() => expect(page.text()).toContain(account.signOutText))
    await settle()
    expect(page.text()).not.toContain(apiKeyTexts.apiKeys)
    expect(service.count("GET /user-api-keys")).toBe(0)
  })
})

describe("the API keys of a team", () => {
  const permission = (id: string) => ({ id, user_id: "u", team_id: TEAM })

  it("are shown to members who may manage them", async () => {
    const { page, rowsOf, titled } = await open(`#team-${TEAM}`, {
      "GET /team-permissions": () => list(permission("$manage_api_keys")),
      "GET /team-api-keys": () => list(key("1", "Deploy", { type: "team", team_id: TEAM }))
    })
    await titled("Crew")
    await vi.waitFor(() => expect(rowsOf(apiKeyTexts.apiKeys)).toHaveLength(1))
    expect(page.text()).toContain(apiKeyTexts.apiKeysOfTeamText)
  })

  it("are not requested for other members, and not in a project that does not allow them", async () => {
    const member = await open(`#team-${TEAM}`, {
      "GET /team-permissions": () => list(permission("$read_members"), permission("$update_team")),
      "GET /team-members": () => list()
    })
    await member.titled("Crew")
    const other = await open(`#team-${TEAM}`, {
      "GET /projects/current": () => ({ body: project({ allow_user_api_keys: true }) }),
      "GET /team-permissions": () => list(permission("$manage_api_keys"))
    })
    await other.titled("Crew")
    for (const { page, service } of [member, other]) {
      await vi.waitFor(() => expect(page.text()).toContain("Leave team"))
      await settle()
      expect(page.text()).not.toContain(apiKeyTexts.apiKeys)
      expect(service.count("GET /team-api-keys")).toBe(0)
    }
  })
})
