// @vitest-environment happy-dom
/** The security activity in the account settings over a scripted service. */
import * as Effect from "effect/Effect"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { account } from "../../react/messages/english/account.ts"
import { activityTexts } from "../../react/messages/english/activity.ts"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { openAccountSettings } from "./account-page.tsx"
import { settle } from "./page.tsx"
import { type PartialResponse, knownError, project, type ServiceScript } from "./scripted-service.ts"

beforeAll(() => Effect.runPromise(loadModules))
afterEach(() => {
  document.body.replaceChildren()
  history.replaceState(null, "", "/")
})

describe("The security activity in <AccountSettings>", () => {
  const eventAt = (id: number, fields: object = {}) => ({
    id: String(id),
    at_millis: Date.now() - id * 60_000,
    action: "POST /auth/password/sign-in",
    outcome: "succeeded",
    code: null,
    actor: { type: "user", id: "u" },
    address: "203.0.113.7",
    user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
    request_id: null,
    targets: { user_id: "u" },
    changed_fields: [],
    cleared_fields: [],
    ...fields
  })
  const eventsPage = (items: ReadonlyArray<object>, next_cursor: string | null = null) => ({
    body: { items, is_paginated: true, pagination: { next_cursor } }
  })
  const withActivity: ServiceScript = {
    "GET /projects/current": () => ({ body: project({ extensions: ["audit_log"] }) })
  }
  const rowsOf = ({ container }: { readonly container: HTMLElement }) =>
    Array.from(container.querySelectorAll<HTMLElement>(`[aria-label="${activityTexts.activity}"] > li`))

  it("lists the security activity, with who else acted, and adds older entries behind the focus", async () => {
    const cursors: Array<string | null> = []
    const { page, titled } = await openAccountSettings("#auth", {
      ...withActivity,
      "GET /audit-log": ({ url }) => {
        const query = new URL(url).searchParams
        cursors.push(query.get("cursor"))
        expect([query.get("user_id"), query.get("limit")]).toEqual(["me", "10"])
        return query.get("cursor") === null
          ? eventsPage([eventAt(0), eventAt(5, { outcome: "refused", code: "EMAIL_PASSWORD_MISMATCH" })], "7_7")
          : eventsPage([
              eventAt(90, {
                action: "PATCH /users/:user_id",
                actor: { type: "server_key", id: null },
                address: null,
                user_agent: null,
                changed_fields: ["password"]
              })
            ])
      }
    })
    await titled("Emails & sign-in")
    await vi.waitFor(() => expect(rowsOf(page)).toHaveLength(2))
    expect(rowsOf(page).map(({ textContent }) => textContent)).toEqual([
      "Signed inPassword · Firefox on Linux · 203.0.113.7now",
      "Failed sign-inPassword · Firefox on Linux · 203.0.113.75 minutes ago"
    ])
    expect(page.find("time").title).toMatch(/\d{4}.*:\d{2}/)
    const more = () =>
      Array.from(page.container.querySelectorAll("button")).find(
        (one) => one.textContent === activityTexts.activityMore
      )
    await settle(() => more()?.click())
    await vi.waitFor(() => expect(rowsOf(page)).toHaveLength(3))
    expect(rowsOf(page)[2]?.textContent).toBe("Password changedBy Fernhill1 hour ago")
    expect(document.activeElement).toBe(rowsOf(page)[2])
    expect(more()).toBeUndefined()
    expect(cursors).toEqual([null, "7_7"])
  })

  it("says why the security activity cannot be read, and that there is none", async () => {
    let response: PartialResponse = knownError("CANNOT_GET_OWN_USER_WITHOUT_USER", "")
    const { page, titled } = await openAccountSettings("#auth", { ...withActivity, "GET /audit-log": () => response })
    const press = (text: string) =>
      settle(() =>
        Array.from(page.container.querySelectorAll("button"))
          .find(({ textContent }) => textContent === text)
          ?.click()
      )
    await titled("Emails & sign-in")
    await vi.waitFor(() => expect(page.text()).toContain(account.signedOutMeanwhile))
    response = eventsPage([])
    await press("Try again")
    await vi.waitFor(() => expect(page.text()).toContain(activityTexts.activityNone))
  })

  it("keeps the security activity if older entries cannot be read, and reads them at the next try", async () => {
    let fails = true
    const { page, titled } = await openAccountSettings("#auth", {
      ...withActivity,
      "GET /audit-log": ({ url }) => {
        if (!url.includes("cursor")) return eventsPage([eventAt(1)], "7_7")
        return fails ? knownError("CANNOT_GET_OWN_USER_WITHOUT_USER", "") : eventsPage([eventAt(2)])
      }
    })
    const more = () => page.find<HTMLButtonElement>(`[aria-label="${activityTexts.activity}"] ~ .ks-stack button`)
    await titled("Emails & sign-in")
    await vi.waitFor(() => expect(rowsOf(page)).toHaveLength(1))
    await settle(() => more().click())
    await vi.waitFor(() => expect(page.text()).toContain(account.signedOutMeanwhile))
    expect(rowsOf(page)).toHaveLength(1)
    fails = false
    await settle(() => more().click())
    await vi.waitFor(() => expect(rowsOf(page)).toHaveLength(2))
    expect(document.activeElement).toBe(rowsOf(page)[1])
  })

  it("moves the focus to the older entries also after newer ones have replaced the list", async () => {
    let newest = eventsPage([eventAt(10), eventAt(11)], "10_10")
    const cursors: Array<string | null> = []
    const { field, page, submit, titled, type } = await openAccountSettings("#auth", {
      ...withActivity,
      "GET /audit-log": ({ url }) => {
        const cursor = new URL(url).searchParams.get("cursor")
        cursors.push(cursor)
        return cursor === null ? newest : eventsPage([eventAt(cursor === "10_10" ? 20 : 5)], "20_20")
      },
      "POST /contact-channels": () => ({ status: 418, body: "" })
    })
    const more = () => page.find<HTMLButtonElement>(`[aria-label="${activityTexts.activity}"] ~ .ks-stack button`)
    await titled("Emails & sign-in")
    await vi.waitFor(() => expect(rowsOf(page)).toHaveLength(2))
    await settle(() => more().click())
    await vi.waitFor(() => expect(rowsOf(page)).toHaveLength(3))
    expect(document.activeElement).toBe(rowsOf(page)[2])
    newest = eventsPage([eventAt(1), eventAt(2)], "2_2")
    await type("Add an email", "new@fernhill.example")
    field("Add an email").focus()
    await submit("Add an email")
    await vi.waitFor(() => expect(rowsOf(page)).toHaveLength(2))
    await settle(() => more().click())
    await vi.waitFor(() => expect(rowsOf(page)).toHaveLength(3))
    expect(document.activeElement).toBe(rowsOf(page)[2])
    expect(cursors).toEqual([null, "10_10", null, "2_2"])
  })

  it("requests no activity of a service without an audit log", async () => {
    const { page, service, titled } = await openAccountSettings("#auth")
    await titled("Emails & sign-in")
    await vi.waitFor(() => expect(page.text()).toContain(account.mfa))
    await settle()
    expect(page.text()).not.toContain(activityTexts.activity)
    expect(service.count("GET /audit-log")).toBe(0)
  })
})
