// @vitest-environment happy-dom
/** The page that redirects an owner to the owners' console. */
import * as Effect from "effect/Effect"
import { act } from "react"
import { afterEach, beforeAll, expect, it, vi } from "vitest"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { ImpersonationPage, KeystileProvider } from "../../react/index.ts"
import { render, settle } from "./page.tsx"
import { scriptedService } from "./scripted-service.ts"

beforeAll(() => Effect.runPromise(loadModules))
afterEach(() => {
  vi.restoreAllMocks()
  history.replaceState(null, "", "/")
})

it("offers another attempt when the browser stays on the page", async () => {
  history.replaceState(null, "", "/handler/impersonation?user_id=cccccccc-cccc-4ccc-8ccc-cccccccccccc")
  const assign = vi.spyOn(location, "assign").mockImplementation(() => {})
  const page = await render(
    <KeystileProvider runtime={scriptedService().runtime}>
      <ImpersonationPage />
    </KeystileProvider>
  )
  await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
  expect(page.find("h2").textContent).toBe("Redirecting")
  await settle(() => dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })))
  await vi.waitFor(() => expect(page.find("h2").textContent).toBe("We could not sign you in"))
  const again = [...page.container.querySelectorAll("button")].find(({ textContent }) => textContent === "Try again")
  await act(async () => again?.click())
  await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(2))
  expect(page.find("h2").textContent).toBe("Redirecting")
})
