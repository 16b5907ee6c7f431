// @vitest-environment happy-dom
/** The lifetime of a provider's runtime. */
import * as Effect from "effect/Effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { TokenStore } from "../../core/session/token-store.ts"
import { noTokens } from "../../core/session/tokens.ts"
import { ErrorBoundary } from "../../react/components/error-boundary.tsx"
import { KeystileProvider, useUser } from "../../react/index.ts"
import { render, settle } from "./page.tsx"
import { scriptedService, user } from "./scripted-service.ts"

const CurrentUser = () => useUser()?.primaryEmail ?? "guest"

/** A token store that counts its current and past subscribers. */
const makeCountingStore = () => {
  const counts = { ever: 0, gone: 0 }
  const tokenStore = TokenStore.of({
    get: Effect.succeed(noTokens),
    update: () => Effect.void,
    subscribe: () => {
      counts.ever++
      return () => void counts.gone++
    }
  })
  return { tokenStore, watching: () => counts.ever - counts.gone, watched: () => counts.ever }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const later = (millis: number) => vi.advanceTimersByTimeAsync(millis)

describe("KeystileProvider", () => {
  it("subscribes to the session once while it is mounted, in StrictMode too", async () => {
    const { tokenStore, watching } = makeCountingStore()
    const page = await render(
      <KeystileProvider projectId="p" publishableClientKey="pck_x" tokenStore={tokenStore}>
        <CurrentUser />
      </KeystileProvider>
    )
    expect(page.text()).toBe("guest")
    await later(60_000)
    expect(watching()).toBe(1)
    await page.unmount()
    expect(watching()).toBe(0)
  })

  it("subscribes when the browser is idle, and not after it was unmounted", async () => {
    const waiting = new Map<number, () => void>()
    vi.stubGlobal("requestIdleCallback", (work: () => void) => {
      const handle = waiting.size + 1
      waiting.set(handle, work)
      return handle
    })
    vi.stubGlobal("cancelIdleCallback", (handle: number) => waiting.delete(handle))
    const { tokenStore, watched, watching } = makeCountingStore()
    const tree = () => (
      <KeystileProvider projectId="p" publishableClientKey="pck_x" tokenStore={tokenStore}>
        <CurrentUser />
      </KeystileProvider>
    )
    const gone = await render(tree(), { strict: false })
    await gone.unmount()
    expect(waiting.size).toBe(0)

    const page = await render(tree(), { strict: false })
    expect(page.text()).toBe("guest")
    expect(watched()).toBe(0)
    waiting.forEach((work) => work())
    expect(watching()).toBe(1)
    await page.unmount()
    expect(watching()).toBe(0)
  })

  it("keeps its client when its parent renders again", async () => {
    const { tokenStore, watched } = makeCountingStore()
    const tree = () => (
      <KeystileProvider projectId="p" publishableClientKey="pck_x" tokenStore={tokenStore}>
        <CurrentUser />
      </KeystileProvider>
    )
    const page = await render(tree())
    const before = watched()
    await page.show(tree())
    await page.show(tree())
    await later(60_000)
    expect(watched()).toBe(before)
    await page.unmount()
  })

  it("does not dispose a given runtime, and shares its cache between providers", async () => {
    vi.useRealTimers()
    const service = scriptedService({}, { signedIn: true })
    const tree = (
      <KeystileProvider runtime={service.runtime} fallback="…">
        <CurrentUser />
      </KeystileProvider>
    )
    const page = await render(
      <>
        {tree}
        {tree}
      </>
    )
    await vi.waitFor(() => expect(page.text()).toBe("noor@fernhill.examplenoor@fernhill.example"))
    expect(service.count("GET /users/me")).toBe(1)
    await page.unmount()
    await settle(() => service.signOut())
  })

  describe("when a hook below fails to read", () => {
    const unreachable = () =>
      scriptedService({ "GET /users/me": () => ({ status: 404, body: "" }) }, { signedIn: true })

    it("shows an error card, whose button sends the request again", async () => {
      vi.useRealTimers()
      const service = unreachable()
      const page = await render(
        <KeystileProvider runtime={service.runtime}>
          <CurrentUser />
        </KeystileProvider>
      )
      await vi.waitFor(() => expect(page.find("main h1").textContent).toBe("An unknown error occurred"))
      const before = service.count("GET /users/me")
      service.respond("GET /users/me", () => ({ body: user() }))
      await settle(() => page.find("button").click())
      await vi.waitFor(() => expect(page.text()).toBe("noor@fernhill.example"))
      expect(service.count("GET /users/me")).toBe(before + 1)
      await page.unmount()
    })

    it("sends the request again when the browser is back online", async () => {
      vi.useRealTimers()
      const service = unreachable()
      const page = await render(
        <KeystileProvider runtime={service.runtime}>
          <CurrentUser />
        </KeystileProvider>
      )
      await vi.waitFor(() => page.find("main h1"))
      service.respond("GET /users/me", () => ({ body: user() }))
      await settle(() => window.dispatchEvent(new Event("online")))
      await vi.waitFor(() => expect(page.text()).toBe("noor@fernhill.example"))
      await page.unmount()
    })

    it("renders the application's fallback, or throws the error to its boundary", async () => {
      vi.useRealTimers()
      const page = await render(
        <KeystileProvider runtime={unreachable().runtime} errorFallback={() => "Our own words"}>
          <CurrentUser />
        </KeystileProvider>
      )
      await vi.waitFor(() => expect(page.text()).toBe("Our own words"))
      await page.show(
        <ErrorBoundary fallback={() => "The boundary around"}>
          <KeystileProvider runtime={unreachable().runtime} errorFallback={null}>
            <CurrentUser />
          </KeystileProvider>
        </ErrorBoundary>
      )
      await vi.waitFor(() => expect(page.text()).toBe("The boundary around"))
      await page.unmount()
    })

    it("does not catch errors of the application", async () => {
      const Broken = (): never => {
        throw new Error("A fault of the application")
      }
      const page = await render(
        <ErrorBoundary fallback={(error) => String(error)}>
          <KeystileProvider projectId="p" publishableClientKey="pck_x" tokenStore="memory">
            <Broken />
          </KeystileProvider>
        </ErrorBoundary>
      )
      expect(page.text()).toBe("Error: A fault of the application")
      await page.unmount()
    })
  })

  it("switches to another runtime", async () => {
    vi.useRealTimers()
    const signedIn = scriptedService({}, { signedIn: true })
    const page = await render(
      <KeystileProvider runtime={scriptedService().runtime} fallback="…">
        <CurrentUser />
      </KeystileProvider>
    )
    expect(page.text()).toBe("guest")
    await page.show(
      <KeystileProvider runtime={signedIn.runtime} fallback="…">
        <CurrentUser />
      </KeystileProvider>
    )
    await vi.waitFor(() => expect(page.text()).toBe("noor@fernhill.example"))
  })
})
