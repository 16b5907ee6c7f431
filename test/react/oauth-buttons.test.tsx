// @vitest-environment happy-dom
/** The buttons of providers, while the browser leaves for one and when it stays. */
import { act } from "react"
import * as Effect from "effect/Effect"
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { KeystileProvider, OAuthButtonGroup } from "../../react/index.ts"
import { render, settle } from "./page.tsx"
import { project, scriptedService } from "./scripted-service.ts"

beforeAll(() => Effect.runPromise(loadModules))
beforeEach(() => vi.spyOn(location, "assign").mockImplementation(() => {}))
afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

const open = async () => {
  const service = scriptedService(
    {
      "GET /projects/current": () => ({
        body: project({ enabled_oauth_providers: [{ id: "github" }, { id: "google" }] })
      })
    },
    { redirectMethod: () => {}, virtualTime: true }
  )
  const page = await render(
    <KeystileProvider runtime={service.runtime}>
      <OAuthButtonGroup type="sign-in" />
    </KeystileProvider>
  )
  const button = (provider: string) => page.find<HTMLButtonElement>(`[data-provider=${provider}]`)
  await vi.waitFor(() => button("github"))
  const isBusy = () => button("github").getAttribute("aria-busy") === "true"
  const leaveFor = async (provider: string) => {
    await settle(() => button(provider).click())
    await vi.waitFor(() => expect(String(vi.mocked(location.assign).mock.lastCall?.[0])).toContain(`/${provider}?`))
  }
  const pass = (seconds: number) => settle(() => service.pass(seconds * 1000))
  return { isBusy, leaveFor, page, pass }
}

describe("The buttons of providers", () => {
  it("can be used again, without an error, ten seconds after the user stopped the next page", async () => {
    const { isBusy, leaveFor, page, pass } = await open()
    await leaveFor("github")
    await pass(9)
    expect(isBusy()).toBe(true)
    await pass(1)
    expect(isBusy()).toBe(false)
    expect(page.container.querySelector("[role=alert]")).toBeNull()
    await leaveFor("google")
  })

  it("can be used again when the Back button has restored the page", async () => {
    const { isBusy, leaveFor } = await open()
    await leaveFor("github")
    expect(isBusy()).toBe(true)
    await act(async () => dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })))
    await vi.waitFor(() => expect(isBusy()).toBe(false))
    await leaveFor("google")
  })
})
