// @vitest-environment happy-dom
/** Screens during an outage: their notice after four seconds, and their recovery. */
import * as Effect from "effect/Effect"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { Offline, RequestError } from "../../core/errors/request-error.ts"
import { AccountSettings, FailureCard, KeystileProvider, SignIn } from "../../react/index.ts"
import { useRequestProblem } from "../../react/components/use-request-problem.ts"
import { forms } from "../../react/messages/english/forms.ts"
import { LoadFailure } from "../../core/loading/load-failure.ts"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { render, settle } from "./page.tsx"
import { project, type ServiceScript, scriptedService } from "./scripted-service.ts"

beforeAll(() => Effect.runPromise(loadModules))
afterEach(() => {
  localStorage.clear()
  document.body.replaceChildren()
  history.replaceState(null, "", "/")
})

const away: ServiceScript = {
  "GET /projects/current": () => "no connection",
  "GET /users/me": () => "no connection",
  "GET /health": () => "no connection"
}

const open = async (screen = <SignIn />, signedIn = false) => {
  const service = scriptedService(away, { virtualTime: true, signedIn })
  const page = await render(<KeystileProvider runtime={service.runtime}>{screen}</KeystileProvider>)
  /** In steps, so that timers started by one step are ready for the next. */
  const pass = async (seconds: number) => {
    for (let step = 0; step < seconds * 4; step++) await settle(() => service.pass("250 millis"))
  }
  const returns = () => {
    service.respond("GET /projects/current", () => ({ body: project() }))
  }
  return { page, pass, returns, service }
}

describe("A screen without a response of the service", () => {
  it("shows its skeleton for four seconds, then a notice that it is still trying", async () => {
    const { page, pass } = await open()
    await pass(3.5)
    expect(page.find(".ks-card").getAttribute("aria-busy")).toBe("true")
    expect(page.text()).not.toContain(forms.slow)
    await pass(1)
    expect(page.find("h2").textContent).toBe(forms.slow)
    expect(page.find("[role=status]").textContent).toBe(forms.slowText)
    expect(page.text()).toContain(forms.keepsTrying)
    await page.unmount()
  })

  it("shows the notice in the account settings, too", async () => {
    const { page, pass } = await open(<AccountSettings />, true)
    await pass(5)
    expect(page.text()).toContain(forms.slow)
    await page.unmount()
  })

  it("continues when the service responds before the requests time out", async () => {
    const { page, pass, returns } = await open()
    await pass(5)
    returns()
    await pass(15)
    await vi.waitFor(() => expect(page.find("form").textContent).toContain("Email"))
    expect(page.text()).not.toContain(forms.slow)
    await page.unmount()
  })

  it("shows an error card after the last attempt, and continues when the service is back", async () => {
    const { page, pass, returns, service } = await open()
    await pass(40)
    expect(page.find("h2").textContent).toBe(forms.notLoaded)
    expect(page.text()).toContain(forms.keepsTrying)
    const requestCount = service.count("GET /projects/current")
    await pass(30)
    expect(service.count("GET /projects/current")).toBeGreaterThan(requestCount)
    expect(page.find("h2").textContent).toBe(forms.notLoaded)
    returns()
    await pass(30)
    await vi.waitFor(() => expect(page.find("form").textContent).toContain("Email"))
    await page.unmount()
  })

  it("removes the notice about code that was not loaded while offline, when the device is online again", async () => {
    const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false)
    const error = new LoadFailure("sign-in steps", new TypeError("Failed to fetch"))
    const Shown = () => <p>{String(useRequestProblem(error)?.text ?? "no problem")}</p>
    const page = await render(
      <KeystileProvider runtime={scriptedService(away, { virtualTime: true }).runtime}>
        <Shown />
      </KeystileProvider>
    )
    expect(page.text()).toContain(forms.offline)
    isOnline.mockReturnValue(true)
    await settle(async () => void dispatchEvent(new Event("online")))
    expect(page.text()).toContain("no problem")
    await page.unmount()
    isOnline.mockRestore()
  })

  it("does not say that the device is offline when it is online again", async () => {
    const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false)
    const error = new RequestError({ endpoint: "GET /users/me", reason: new Offline() })
    const page = await render(
      <KeystileProvider runtime={scriptedService(away, { virtualTime: true }).runtime}>
        <FailureCard error={error} retry={() => {}} />
      </KeystileProvider>
    )
    expect(page.text()).toContain(forms.offline)
    isOnline.mockReturnValue(true)
    await settle(async () => void dispatchEvent(new Event("online")))
    expect(page.text()).not.toContain(forms.offline)
    expect(page.text()).toContain(forms.connectionBroke)
    await page.unmount()
    isOnline.mockRestore()
  })

  it("moves the focus from the error card to the title of the screen that replaces it", async () => {
    const { page, pass, returns } = await open()
    await pass(40)
    page.find("button").focus()
    await pass(10)
    expect(document.activeElement).toBe(page.find("button"))
    returns()
    await pass(30)
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("Sign in to Fernhill"))
    await page.unmount()
  })

  it("does not retry an error that no later request can resolve", async () => {
    const { page, pass, service } = await open()
    await page.unmount()
    service.respond("GET /projects/current", () => ({ status: 418 }))
    const again = await render(
      <KeystileProvider runtime={service.runtime}>
        <SignIn />
      </KeystileProvider>
    )
    await pass(20)
    expect(again.find("h2").textContent).toBe(forms.unknownError)
    const requestCount = service.count("GET /projects/current")
    await pass(30)
    expect(service.count("GET /projects/current")).toBe(requestCount)
    expect(again.text()).not.toContain(forms.keepsTrying)
    await again.unmount()
  })
})
