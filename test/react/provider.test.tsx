// @vitest-environment happy-dom
/** The life of a provider's runtime. */
import * as Effect from "effect/Effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { TokenStore } from "../../core/session/token-store.ts"
import { noTokens } from "../../core/session/tokens.ts"
import { KeystileProvider, useUser } from "../../react/index.ts"
import { render, settle } from "./page.tsx"
import { scriptedService } from "./scripted-service.ts"

const Who = () => useUser()?.primaryEmail ?? "nobody"

/** A token store that counts who listens to it, and who ever did. */
const countedStore = () => {
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
afterEach(() => void vi.useRealTimers())
const later = (millis: number) => vi.advanceTimersByTimeAsync(millis)

describe("KeystileProvider", () => {
  it("watches the session once while it is mounted, in StrictMode too, and no longer afterwards", async () => {
    const { tokenStore, watching } = countedStore()
    const page = await render(
      <KeystileProvider projectId="p" publishableClientKey="pck_x" tokenStore={tokenStore}><Who /></KeystileProvider>
    )
    expect(page.text()).toBe("nobody")
    await later(60_000)
    expect(watching()).toBe(1)
    await page.unmount()
    expect(watching()).toBe(0)
  })

  it("keeps its client when its parent renders again", async () => {
    const { tokenStore, watched } = countedStore()
    const tree = () => (
      <KeystileProvider projectId="p" publishableClientKey="pck_x" tokenStore={tokenStore}><Who /></KeystileProvider>
    )
    const page = await render(tree())
    const before = watched()
    await page.show(tree())
    await page.show(tree())
    await later(60_000)
    expect(watched()).toBe(before)
    await page.unmount()
  })

  it("leaves a runtime that it was given alone, and shares its answers between providers", async () => {
    vi.useRealTimers()
    const service = scriptedService({}, { signedIn: true })
    const tree = <KeystileProvider runtime={service.runtime} fallback="…"><Who /></KeystileProvider>
    const page = await render(<>{tree}{tree}</>)
    await vi.waitFor(() => expect(page.text()).toBe("noor@fernhill.examplenoor@fernhill.example"))
    expect(service.count("GET /users/me")).toBe(1)
    await page.unmount()
    await settle(() => service.signOut())
  })

  it("takes another runtime when it is given one", async () => {
    vi.useRealTimers()
    const signedIn = scriptedService({}, { signedIn: true })
    const page = await render(
      <KeystileProvider runtime={scriptedService().runtime} fallback="…"><Who /></KeystileProvider>
    )
    expect(page.text()).toBe("nobody")
    await page.show(<KeystileProvider runtime={signedIn.runtime} fallback="…"><Who /></KeystileProvider>)
    await vi.waitFor(() => expect(page.text()).toBe("noor@fernhill.example"))
  })
})
