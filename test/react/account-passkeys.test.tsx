// @vitest-environment happy-dom
/** The passkeys in the account settings over a scripted service. */
import { act } from "react"
import * as Effect from "effect/Effect"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { account } from "../../react/messages/english/account.ts"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { openAccountSettings } from "./account-page.tsx"
import { settle } from "./page.tsx"
import { knownError, project, type ServiceScript, user } from "./scripted-service.ts"

beforeAll(() => Effect.runPromise(loadModules))
afterEach(() => {
  document.body.replaceChildren()
  history.replaceState(null, "", "/")
})

describe("The passkeys in <AccountSettings>", () => {
  const passkeyAt = (millis: number | null, fields: object = {}) => ({
    id: "33333333-3333-4333-8333-333333333333",
    name: "Laptop",
    created_at_millis: 1_735_689_600_000,
    last_used_at_millis: millis,
    is_backed_up: true,
    ...fields
  })
  const withPasskeys: ServiceScript = {
    "GET /projects/current": () => ({
      body: project({ passkey_enabled: true, extensions: ["multiple_passkeys"] })
    }),
    "GET /users/me": () => ({ body: user({ passkey_auth_enabled: true }) })
  }

  it("lists the passkeys, and says why they cannot be read", async () => {
    let fails = true
    const { page, titled } = await openAccountSettings("#auth", {
      ...withPasskeys,
      "GET /passkeys/me": () =>
        fails
          ? knownError("CANNOT_GET_OWN_USER_WITHOUT_USER", "")
          : {
              body: {
                items: [passkeyAt(null), passkeyAt(1, { id: "4", name: "Phone", is_backed_up: null })],
                is_paginated: false
              }
            }
    })
    await titled("Emails & sign-in")
    await vi.waitFor(() => expect(page.text()).toContain(account.signedOutMeanwhile))
    fails = false
    const again = Array.from(page.container.querySelectorAll("button")).find(
      ({ textContent }) => textContent === "Try again"
    )
    await act(async () => again?.click())
    await vi.waitFor(() => expect(page.text()).toContain("Laptop"))
    expect(page.text()).toMatch(/Laptop.*Added.*2025.*Not used yet.*Synced.*Phone.*Last used.*1970/)
    expect(page.text().split("Synced")).toHaveLength(2)
  })

  it("renames and removes a passkey, and announces it", async () => {
    let items: ReadonlyArray<ReturnType<typeof passkeyAt>> = [passkeyAt(null), passkeyAt(1, { id: "4", name: "Phone" })]
    const renamed = vi.fn()
    const one = "/passkeys/me/33333333-3333-4333-8333-333333333333"
    const { field, page, submit, titled, type } = await openAccountSettings("#auth", {
      ...withPasskeys,
      "GET /users/me": () => ({ body: user({ passkey_auth_enabled: true, has_password: false }) }),
      "GET /passkeys/me": () => ({ body: { items, is_paginated: false } }),
      [`PATCH ${one}`]: ({ body }) => {
        renamed(JSON.parse(String(body)))
        items = [passkeyAt(null, { name: "Old laptop" }), ...items.slice(1)]
        return { body: items[0] }
      },
      [`DELETE ${one}`]: () => {
        items = items.slice(1)
        return { body: { success: true } }
      }
    })
    await titled("Emails & sign-in")
    const press = (selector: string) => vi.waitFor(() => settle(() => page.find(selector).click()))
    await press("[aria-label='Actions for Laptop']")
    await press("[role=menuitem]")
    await vi.waitFor(() => expect(document.activeElement).toBe(field("Name of the passkey")))
    await type("Name of the passkey", " ")
    field("Name of the passkey").blur()
    await submit("Name of the passkey")
    await vi.waitFor(() => expect(document.activeElement).toBe(field("Name of the passkey")))
    expect(page.text()).toContain("Please enter a name")
    await type("Name of the passkey", " Old laptop ")
    await submit("Name of the passkey")
    await vi.waitFor(() => expect(page.text()).toContain("The passkey is now named Old laptop."))
    expect(renamed.mock.calls).toEqual([[{ name: "Old laptop" }]])
    await press("[aria-label='Actions for Old laptop']")
    await press("[role=menuitem]:last-child")
    expect(page.text()).toContain("Remove Old laptop?")
    await press("dialog button[type=submit]")
    await vi.waitFor(() => expect(page.text()).toContain("Old laptop was removed."))
    await vi.waitFor(() => expect(page.container.querySelectorAll("[aria-label=Passkeys] li")).toHaveLength(1))
  })

  it.each(["Cancel", "Escape"])("does not rename a passkey after %s of the pending form", async (how) => {
    const one = "/passkeys/me/33333333-3333-4333-8333-333333333333"
    const { field, page, service, submit, titled, type } = await openAccountSettings("#auth", {
      ...withPasskeys,
      "GET /users/me": () => ({ body: user({ passkey_auth_enabled: true, has_password: false }) }),
      "GET /passkeys/me": () => ({ body: { items: [passkeyAt(null)], is_paginated: false } }),
      [`PATCH ${one}`]: () => ({ body: passkeyAt(null, { name: "Old laptop" }) })
    })
    await titled("Emails & sign-in")
    const press = (selector: string) => vi.waitFor(() => settle(() => page.find(selector).click()))
    await press("[aria-label='Actions for Laptop']")
    await press("[role=menuitem]")
    await vi.waitFor(() => field("Name of the passkey"))
    await type("Name of the passkey", "Old laptop")
    service.hold(`PATCH ${one}`)
    await submit("Name of the passkey")
    await vi.waitFor(() => expect(service.count(`PATCH ${one}`)).toBe(1))
    const input = field("Name of the passkey")
    await settle(() => {
      if (how === "Escape") input.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }))
      else
        Array.from(input.form?.querySelectorAll("button") ?? [])
          .find((one) => one.textContent === how)
          ?.click()
    })
    await settle(() => service.release(`PATCH ${one}`))
    await vi.waitFor(() => expect(service.log).toContain(`aborted PATCH ${one}`))
    expect(page.text()).not.toContain("is now named")
  })

  it("adds no passkey above the maximum", async () => {
    const items = Array.from({ length: 20 }, (_, n) => passkeyAt(null, { id: String(n), name: `Key ${n}` }))
    const { page, titled } = await openAccountSettings("#auth", {
      ...withPasskeys,
      "GET /passkeys/me": () => ({ body: { items, is_paginated: false } })
    })
    await titled("Emails & sign-in")
    await vi.waitFor(() => expect(page.text()).toContain(account.passkeyLimit))
  })

  it("shows one passkey and requests no list on a service without several", async () => {
    const { page, service, titled } = await openAccountSettings("#auth", {
      ...withPasskeys,
      "GET /projects/current": () => ({ body: project({ passkey_enabled: true }) })
    })
    await titled("Emails & sign-in")
    await vi.waitFor(() => expect(page.text()).toContain(account.passkeyThere))
    await settle()
    expect(page.text()).toContain(account.removePasskey)
    expect(service.count("GET /passkeys/me")).toBe(0)
  })
})
