// @vitest-environment happy-dom
/** The section of sessions in the account settings, over a scripted service. */
import { act } from "react"
import * as Effect from "effect/Effect"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { AccountSettings, KeystileProvider } from "../../react/index.ts"
import { sessionTexts } from "../../react/messages/english/sessions.ts"
import { render } from "./page.tsx"
import { project, type ServiceScript, scriptedService, user } from "./scripted-service.ts"

beforeAll(() => Effect.runPromise(loadModules))
afterEach(() => {
  document.body.replaceChildren()
  history.replaceState(null, "", "/")
})

const list = (...items: ReadonlyArray<object>) => ({ body: { items, is_paginated: false } })

const CURRENT = "11111111-1111-4111-8111-111111111111"
const OTHER = "22222222-2222-4222-8222-222222222222"

const session = (id: string, userAgent: string, fields: object = {}) => ({
  id,
  user_id: "u",
  created_at: 1_735_689_600_000,
  is_impersonation: false,
  last_used_at: Date.now() - 7_200_000,
  is_current_session: id === CURRENT,
  user_agent: userAgent,
  ...fields
})

const phone = session(OTHER, "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", {
  last_used_at_end_user_ip_info: { ip: "203.0.113.7", countryCode: "NO", cityName: "Bergen" }
})
const laptop = session(CURRENT, "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0")

const open = async (script: ServiceScript) => {
  const service = scriptedService(
    {
      "GET /projects/current": () => ({ body: project() }),
      "GET /users/me": () => ({ body: user({ has_password: false }) }),
      "GET /contact-channels": () => list(),
      "GET /teams": () => list(),
      ...script
    },
    { signedIn: true, redirectMethod: () => {} }
  )
  history.replaceState(null, "", "/settings#auth")
  const page = await render(
    <KeystileProvider runtime={service.runtime} lang="en">
      <AccountSettings />
    </KeystileProvider>
  )
  const press = async (name: string) => {
    const button = await vi.waitFor(() => {
      const all = Array.from(page.container.querySelectorAll("button"))
      const found = all.findLast((one) => (one.getAttribute("aria-label") ?? one.textContent) === name)
      if (found === undefined) throw new Error(`There is no button ${name}`)
      return found
    })
    await act(async () => button.click())
  }
  const rows = () =>
    Array.from(
      page.container.querySelectorAll(`[aria-label="${sessionTexts.sessions}"] li`),
      ({ textContent }) => textContent
    )
  return { page, press, rows }
}

describe("the sessions of the user", () => {
  it("name those of an administrator", async () => {
    const impersonation = session(OTHER, "", { is_impersonation: true })
    const { rows } = await open({ "GET /auth/sessions": () => list(impersonation, laptop) })
    await vi.waitFor(() => expect(rows()[1]).toContain(sessionTexts.sessionImpersonation))
    expect(rows()[0]).not.toContain(sessionTexts.sessionImpersonation)
  })

  it("are listed with their devices, the current one first", async () => {
    const { rows } = await open({ "GET /auth/sessions": () => list(phone, laptop) })
    await vi.waitFor(() => expect(rows()).toHaveLength(2))
    const [first, second] = rows()
    expect(first).toMatch(/^Firefox on LinuxSigned in on .*2025This device$/)
    expect(second).toMatch(/^Safari on iOSSigned in on .* · Last active: 2 hours ago · Bergen, NO · 203\.0\.113\.7/)
  })

  it("are revoked one by one, and all others at once", async () => {
    let items = [phone, session("33333333-3333-4333-8333-333333333333", ""), laptop]
    const revoked: Array<string> = []
    const { press, rows } = await open({
      "GET /auth/sessions": () => list(...items),
      [`DELETE /auth/sessions/${OTHER}`]: () => {
        revoked.push(OTHER)
        items = items.slice(1)
        return { body: { success: true } }
      },
      "DELETE /auth/sessions": () => {
        revoked.push("others")
        items = [laptop]
        return { body: { success: true } }
      }
    })
    await press("Sign out Safari on iOS")
    await press("Sign out")
    await vi.waitFor(() => expect(rows()).toHaveLength(2))
    expect(rows()[1]).toContain(sessionTexts.sessionUnknown)
    await press(sessionTexts.sessionsRevokeOthers)
    await press(sessionTexts.sessionsRevokeOthers)
    await vi.waitFor(() => expect(rows()).toHaveLength(1))
    expect(revoked).toEqual([OTHER, "others"])
  })

  it("are shown ten at first, and all on request", async () => {
    const many = Array.from({ length: 11 }, (_, n) => ({ ...phone, id: OTHER.slice(0, -2) + String(n + 10) }))
    const { press, rows } = await open({ "GET /auth/sessions": () => list(...many, laptop) })
    await vi.waitFor(() => expect(rows()).toHaveLength(10))
    await press("Show more")
    expect(rows()).toHaveLength(12)
    expect(document.activeElement).toBe(document.querySelectorAll(`[aria-label="${sessionTexts.sessions}"] li`)[10])
  })

  it("are left out where the service does not have them", async () => {
    let responses = 0
    const { page, rows } = await open({
      "GET /auth/sessions": () => {
        responses++
        return { status: 404, body: "Not found" }
      }
    })
    await vi.waitFor(() => expect(responses).toBe(1))
    await vi.waitFor(() => expect(page.text()).not.toContain(sessionTexts.sessionsText))
    expect(page.text()).toContain("Emails")
    expect(rows()).toEqual([])
  })
})
