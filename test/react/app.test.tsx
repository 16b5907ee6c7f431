// @vitest-environment happy-dom
/** Promise apps and providers: `useApp` and `<KeystileProvider app>`. */
import { renderToString } from "react-dom/server"
import * as Effect from "effect/Effect"
import { afterEach, beforeAll, beforeEach, describe, expect, expectTypeOf, it, vi } from "vitest"
import { KeystileProvider, useApp, useUser, useUserState } from "../../react/index.ts"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { type ClientApp, createClientApp } from "../../tiers/promise/index.ts"
import { render, settle } from "./page.tsx"
import { scriptedService, session, user } from "./scripted-service.ts"

beforeAll(() => Effect.runPromise(loadModules))

const requests: Array<string> = []
let name = "Noor"

/** A service with one user, behind `fetch`. */
const response = async (input: string | URL | Request, init?: RequestInit) => {
  const { method, url } = new Request(input, init)
  const call = `${method} ${new URL(url).pathname.replace("/api/v1", "")}`
  requests.push(call)
  if (call === "POST /auth/password/sign-in") return Response.json(session({ forever: true }))
  if (call === "DELETE /auth/sessions/current") return Response.json({ success: true })
  if (call === "PATCH /users/me") name = JSON.parse(String(init?.body)).display_name
  return Response.json(user({ display_name: name }))
}

beforeEach(() => {
  requests.length = 0
  name = "Noor"
  vi.stubGlobal("fetch", response)
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const options = {
  projectId: "p",
  publishableClientKey: "pck_x",
  baseUrl: "http://service.test",
  tokenStore: "memory",
  redirectMethod: "none"
} as const
const credential = { email: "noor@fernhill.example", password: "correct horse", noRedirect: true }

const seen: Array<ClientApp> = []
const Name = () => {
  const app = useApp()
  const { data, pending } = useUserState()
  seen.push(app)
  return pending ? "pending" : (data?.displayName ?? "guest")
}

describe("<KeystileProvider app>", () => {
  it("shares the session of the app with the hooks in both directions", async () => {
    const app = createClientApp(options)
    await app.signInWithCredential(credential)
    const page = await render(
      <KeystileProvider app={app}>
        <Name />
      </KeystileProvider>
    )
    await vi.waitFor(() => expect(page.text()).toBe("Noor"))
    await settle(() => app.signOut())
    await vi.waitFor(() => expect(page.text()).toBe("guest"))
    await settle(() => app.signInWithCredential(credential))
    await vi.waitFor(() => expect(page.text()).toBe("Noor"))
    expect(requests.filter((request) => request === "POST /auth/password/sign-in")).toHaveLength(2)
    await page.unmount()
  })

  it("updates the hooks after a write by the app", async () => {
    const app = createClientApp(options)
    await app.signInWithCredential(credential)
    const page = await render(
      <KeystileProvider app={app}>
        <Name />
      </KeystileProvider>
    )
    await vi.waitFor(() => expect(page.text()).toBe("Noor"))
    await settle(async () => (await app.getUser({ or: "throw" })).update({ displayName: "Tess" }))
    await vi.waitFor(() => expect(page.text()).toBe("Tess"))
    await page.unmount()
  })

  it("has one cache for all providers of the app", async () => {
    const app = createClientApp(options)
    await app.signInWithCredential(credential)
    const both = (
      <>
        <KeystileProvider app={app}>
          <Name />
        </KeystileProvider>
        <KeystileProvider app={app}>
          <Name />
        </KeystileProvider>
      </>
    )
    const page = await render(both)
    await vi.waitFor(() => expect(page.text()).toBe("NoorNoor"))
    expect(requests.filter((request) => request === "GET /users/me")).toHaveLength(1)
    await page.unmount()
  })

  it("supplies that app to useApp", async () => {
    const app = createClientApp(options)
    seen.length = 0
    const page = await render(
      <KeystileProvider app={app}>
        <Name />
      </KeystileProvider>
    )
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.every((one) => one === app)).toBe(true)
    await page.unmount()
  })

  it("rejects a value that is not an app", async () => {
    const other: unknown = {}
    await expect(
      render(
        <KeystileProvider app={other as ClientApp}>
          <Name />
        </KeystileProvider>
      )
    ).rejects.toThrow("createClientApp")
  })
})

describe("useApp", () => {
  it("returns the promise facade of the provider's client, the same object in all components", async () => {
    expectTypeOf(useApp).returns.toEqualTypeOf<ClientApp>()
    seen.length = 0
    const page = await render(
      <KeystileProvider {...options}>
        <Name />
        <Name />
      </KeystileProvider>
    )
    const [app] = seen
    expect(new Set(seen).size).toBe(1)
    expect(app?.projectId).toBe("p")
    await settle(() => app?.signInWithCredential(credential))
    await vi.waitFor(() => expect(page.text()).toBe("NoorNoor"))
    await settle(async () => (await app?.getUser())?.setDisplayName("Tess"))
    await vi.waitFor(() => expect(page.text()).toBe("TessTess"))
    await page.unmount()
  })

  it("navigates to the sign-out page after sign-out, also from a page that requires a user", async () => {
    const visited: Array<string> = []
    const service = scriptedService({}, { signedIn: true, redirectMethod: (url) => void visited.push(url) })
    const Page = () => {
      const app = useApp()
      const { displayName, id } = useUser({ or: "redirect" })
      return (
        <button type="button" onClick={() => void app.signOut()}>
          {displayName ?? id}
        </button>
      )
    }
    const page = await render(
      <KeystileProvider runtime={service.runtime}>
        <Page />
      </KeystileProvider>
    )
    await vi.waitFor(() => expect(page.find("button").textContent).toBe("u"))
    await settle(() => page.find("button").click())
    await vi.waitFor(() => expect(visited).toEqual(["/"]))
    await settle()
    expect(visited).toEqual(["/"])
    await page.unmount()
  })

  it("works during server rendering", () => {
    const Id = () => useApp({ projectIdMustMatch: "p" }).projectId
    const app = createClientApp(options)
    expect(
      renderToString(
        <KeystileProvider {...options}>
          <Id />
        </KeystileProvider>
      )
    ).toContain("p")
    expect(
      renderToString(
        <KeystileProvider app={app}>
          <Id />
        </KeystileProvider>
      )
    ).toContain("p")
  })
})
