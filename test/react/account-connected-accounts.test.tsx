// @vitest-environment happy-dom
/** The section of connected accounts in the account settings, over a scripted service. */
import { act } from "react"
import * as Effect from "effect/Effect"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { AccountSettings, KeystileProvider } from "../../react/index.ts"
import { account as accountTexts } from "../../react/messages/english/account.ts"
import { connectedAccountTexts as texts } from "../../react/messages/english/connected-accounts.ts"
import { render } from "./page.tsx"
import { knownError, project, type ServiceScript, scriptedService, user } from "./scripted-service.ts"

beforeAll(() => Effect.runPromise(loadModules))
afterEach(() => {
  document.body.replaceChildren()
  history.replaceState(null, "", "/")
})

const list = (...items: ReadonlyArray<object>) => ({ body: { items, is_paginated: false } })

const FIRST = "11111111-1111-4111-8111-111111111111"
const SECOND = "22222222-2222-4222-8222-222222222222"

const account = (id: string, email: string, allow_sign_in: boolean) => ({
  id,
  user_id: "u",
  email,
  provider_config_id: "github",
  type: "github",
  allow_sign_in,
  allow_connected_accounts: true
})

const first = account(FIRST, "noor@fernhill.example", true)
const second = account(SECOND, "noor@work.example", false)

const open = async (script: ServiceScript, fields: object = {}, { virtualTime = false } = {}) => {
  const service = scriptedService(
    {
      "GET /projects/current": () => ({
        body: project({ passkey_enabled: true, enabled_oauth_providers: [{ id: "github" }, { id: "google" }] })
      }),
      "GET /users/me": () => ({
        body: user({
          has_password: false,
          oauth_providers: [
            { id: "github", account_id: "1", email: "noor@fernhill.example" },
            { id: "github", account_id: "2", email: "noor@work.example" }
          ],
          ...fields
        })
      }),
      "GET /contact-channels": () => list(),
      "GET /teams": () => list(),
      ...script
    },
    { signedIn: true, redirectMethod: () => {}, virtualTime }
  )
  history.replaceState(null, "", "/settings#auth")
  const page = await render(
    <KeystileProvider runtime={service.runtime} lang="en">
      <AccountSettings />
    </KeystileProvider>
  )
  const find = (name: string) =>
    vi.waitFor(() => {
      const all = Array.from(page.container.querySelectorAll("button"))
      const found = all.findLast((one) => (one.getAttribute("aria-label") ?? one.textContent).startsWith(name))
      if (found === undefined) throw new Error(`There is no button ${name}`)
      return found
    })
  const press = async (name: string) => {
    const button = await find(name)
    await act(async () => button.click())
  }
  const rows = () =>
    Array.from(
      page.container.querySelectorAll(`[aria-label="${texts.connectedAccounts}"] > li`),
      ({ textContent }) => textContent
    )
  return { find, page, press, rows, service }
}

const actionsOf = ({ email }: { readonly email: string }) => `Actions for GitHub (${email})`

describe("the connected accounts of the user", () => {
  it("are listed with the one for sign-in, and choose another one", async () => {
    let items = [first, second]
    const bodies: Array<unknown> = []
    const patched = (id: string) => (request: { readonly body: unknown }) => {
      bodies.push(request.body)
      items = items.map((one) => (one.id === id ? { ...one, allow_sign_in: !one.allow_sign_in } : one))
      return { body: items.find((one) => one.id === id) }
    }
    const { find, page, press, rows } = await open(
      {
        "GET /oauth-providers": () => list(...items),
        [`PATCH /oauth-providers/me/${FIRST}`]: patched(FIRST),
        [`PATCH /oauth-providers/me/${SECOND}`]: patched(SECOND)
      },
      { passkey_auth_enabled: true }
    )
    await vi.waitFor(() => expect(rows()).toHaveLength(2))
    expect(rows()).toEqual([`GitHubnoor@fernhill.example${accountTexts.emailForSignIn}`, "GitHubnoor@work.example"])
    await press(actionsOf(second))
    const taken = await find(accountTexts.useForSignIn)
    expect(taken.getAttribute("aria-disabled")).toBe("true")
    expect(taken.textContent).toContain(texts.connectedSignInTaken)
    // Closes the menu.
    await press(actionsOf(second))
    await press(actionsOf(first))
    await press(accountTexts.stopSignIn)
    await vi.waitFor(() => expect(rows()[0]).toBe("GitHubnoor@fernhill.example"))
    await vi.waitFor(() =>
      expect(page.text()).toContain("You can no longer sign in with GitHub (noor@fernhill.example).")
    )
    await press(actionsOf(second))
    await press(accountTexts.useForSignIn)
    await vi.waitFor(() => expect(rows()[1]).toContain(accountTexts.emailForSignIn))
    await vi.waitFor(() => expect(page.text()).toContain("You can now sign in with GitHub (noor@work.example)."))
    expect(bodies).toEqual(['{"allow_sign_in":false}', '{"allow_sign_in":true}'])
  })

  it("can be connected again when the Back button has restored the page", async () => {
    const assign = vi.spyOn(location, "assign").mockImplementation(() => {})
    const { find, press } = await open({ "GET /oauth-providers": () => list(first) })
    const leaveFor = async (provider: string) => {
      await press(texts.connectAccount)
      await press(provider)
    }
    await leaveFor("GitHub")
    await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce())
    expect((await find(texts.connectAccount)).getAttribute("aria-busy")).toBe("true")
    await act(async () => dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })))
    const button = await find(texts.connectAccount)
    await vi.waitFor(() => expect(button.getAttribute("aria-busy")).toBeNull())
    await leaveFor("Google")
    await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(2))
    expect(String(assign.mock.lastCall?.[0])).toContain("/authorize/google?")
    assign.mockRestore()
  })

  it("can be connected again ten seconds after the user stopped the page of the provider", async () => {
    const assign = vi.spyOn(location, "assign").mockImplementation(() => {})
    const { find, press, service } = await open(
      { "GET /oauth-providers": () => list(first) },
      {},
      { virtualTime: true }
    )
    await press(texts.connectAccount)
    await press("GitHub")
    await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce())
    const button = await find(texts.connectAccount)
    await act(() => service.pass(9000))
    expect(button.getAttribute("aria-busy")).toBe("true")
    await act(() => service.pass(1000))
    await vi.waitFor(() => expect(button.getAttribute("aria-busy")).toBeNull())
    assign.mockRestore()
  })

  it("keep the last one to sign in with, and are disconnected otherwise", async () => {
    let items = [first, second]
    const { find, page, press, rows } = await open({
      "GET /oauth-providers": () => list(...items),
      [`DELETE /oauth-providers/me/${SECOND}`]: () => {
        items = [first]
        return { body: { success: true } }
      }
    })
    await vi.waitFor(() => expect(rows()).toHaveLength(2))
    await press(actionsOf(first))
    for (const name of [accountTexts.stopSignIn, texts.disconnect]) {
      const refused = await find(name)
      expect(refused.getAttribute("aria-disabled")).toBe("true")
      expect(refused.textContent).toContain(accountTexts.onlyMethod)
    }
    await press(actionsOf(second))
    await press(texts.disconnect)
    await vi.waitFor(() => expect(page.text()).toContain("Disconnect GitHub (noor@work.example)?"))
    await press(texts.disconnect)
    await vi.waitFor(() => expect(rows()).toHaveLength(1))
    await vi.waitFor(() => expect(page.text()).toContain("GitHub (noor@work.example) was disconnected."))
  })

  it("do not let the last passkey go when none of them is for sign-in", async () => {
    const { page } = await open(
      {
        "GET /oauth-providers": () => list(second),
        "GET /contact-channels": () => list()
      },
      { passkey_auth_enabled: true }
    )
    await vi.waitFor(() => expect(page.text()).toContain(accountTexts.onlyMethod))
  })

  it("show that one was disconnected in the meantime", async () => {
    const { page, press, rows } = await open(
      {
        "GET /oauth-providers": () => list(second),
        [`DELETE /oauth-providers/me/${SECOND}`]: () => knownError("OAUTH_ACCOUNT_NOT_FOUND", "It is gone.", 404)
      },
      { passkey_auth_enabled: true }
    )
    await vi.waitFor(() => expect(rows()).toHaveLength(1))
    await press(actionsOf(second))
    await press(texts.disconnect)
    await press(texts.disconnect)
    await vi.waitFor(() => expect(page.text()).toContain("It is gone."))
  })

  it("are connected at the provider that is chosen", async () => {
    const left = vi.spyOn(globalThis.location, "assign").mockImplementation(() => {})
    const { page, press } = await open({ "GET /oauth-providers": () => list() }, { oauth_providers: [] })
    await vi.waitFor(() => expect(page.text()).toContain(texts.connectedNone))
    await press(texts.connectAccount)
    await press("Google")
    await vi.waitFor(() => expect(left).toHaveBeenCalled())
    const url = new URL(String(left.mock.calls[0]?.[0]))
    expect(url.pathname).toMatch(/\/auth\/oauth\/authorize\/google$/)
    expect(url.searchParams.get("type")).toBe("link")
    expect(url.searchParams.get("code_challenge_method")).toBe("S256")
    expect(url.searchParams.get("after_callback_redirect_url")).toContain("/settings#auth")
    vi.restoreAllMocks()
  })

  it("are left out where the service does not list them, or the project has no provider", async () => {
    let responses = 0
    const missing = await open({
      "GET /oauth-providers": () => {
        responses++
        return { status: 404, body: "Not found" }
      }
    })
    await vi.waitFor(() => expect(responses).toBe(1))
    await vi.waitFor(() => expect(missing.page.text()).not.toContain(texts.connectedAccountsText))
    document.body.replaceChildren()
    const none = await open(
      { "GET /projects/current": () => ({ body: project() }), "GET /oauth-providers": () => list() },
      { oauth_providers: [] }
    )
    await vi.waitFor(() => expect(none.page.text()).toContain("Two-factor authentication"))
    expect(none.page.text()).not.toContain(texts.connectedAccountsText)
  })
})
