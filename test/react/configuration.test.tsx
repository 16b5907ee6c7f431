// @vitest-environment happy-dom
/** Providers with missing or invalid settings. */
import { Component, type ReactNode } from "react"
import { renderToString } from "react-dom/server"
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { KeystileProvider, type Snapshot, useClient } from "../../react/index.ts"
import { forms } from "../../react/messages/english/forms.ts"
import { render } from "./page.tsx"

// Preloads the module that is loaded on demand.
beforeAll(() => import("../../react/screens/cards/configuration-card.tsx"))

const logged: Array<string> = []
beforeEach(() => void vi.spyOn(console, "error").mockImplementation((text) => void logged.push(String(text))))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.resetModules()
  logged.length = 0
  document.body.replaceChildren()
})

/** Loads the package with its runtime for the current environment. */
const loadAnew = async () => {
  const { engineModule } = await import("../../react/runtime/engine-module.ts")
  await engineModule.load()
  return import("../../react/index.ts")
}

const Id = () => `the project ${useClient().projectId}`
const snapshot: Snapshot = { version: 1, projectId: "of-the-snapshot", session: null }
const key = { publishableClientKey: "pck_x", tokenStore: "memory" } as const

class Boundary extends Component<{ readonly children: ReactNode }, { readonly error: Error | null }> {
  override state = { error: null }
  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override render() {
    return this.state.error === null ? this.props.children : `caught ${String(this.state.error)}`
  }
}

describe("A provider without a project id", () => {
  it("uses the id of its snapshot", async () => {
    const page = await render(
      <KeystileProvider {...key} snapshot={snapshot}>
        <Id />
      </KeystileProvider>
    )
    await vi.waitFor(() => expect(page.text()).toBe("the project of-the-snapshot"))
    await page.unmount()
  })

  it("prefers an option or the environment to the snapshot", async () => {
    const given = await render(
      <KeystileProvider {...key} projectId="given" snapshot={snapshot}>
        <Id />
      </KeystileProvider>
    )
    await vi.waitFor(() => expect(given.text()).toBe("the project given"))
    await given.unmount()
    vi.stubEnv("NEXT_PUBLIC_STACK_PROJECT_ID", "of-the-environment")
    const found = await render(
      <KeystileProvider {...key} snapshot={snapshot}>
        <Id />
      </KeystileProvider>
    )
    await vi.waitFor(() => expect(found.text()).toBe("the project of-the-environment"))
    await found.unmount()
  })

  it("shows a card in development with the variable of each bundler", async () => {
    const page = await render(
      <KeystileProvider {...key}>
        <Id />
      </KeystileProvider>
    )
    await vi.waitFor(() => expect(page.find("h1").textContent).toBe("Keystile is not configured"))
    expect(page.text()).toContain("The project's id is missing.")
    expect(page.text()).toContain("projectId={import.meta.env.VITE_KEYSTILE_PROJECT_ID}")
    expect(page.text()).toContain("NEXT_PUBLIC_STACK_PROJECT_ID")
    expect(page.text()).toContain('projectId="…"')
    expect(page.text()).not.toContain("the project")
    expect(logged.join()).toContain("The project's id is missing. Check the option `projectId`")
    await page.unmount()
  })

  it("shows users a general message, and logs the details", async () => {
    vi.stubEnv("NODE_ENV", "production")
    vi.resetModules()
    const { KeystileProvider } = await loadAnew()
    const page = await render(
      <KeystileProvider {...key}>
        <Id />
      </KeystileProvider>
    )
    await vi.waitFor(() => expect(page.find("h1").textContent).toBe(forms.unknownError))
    expect(page.text()).not.toMatch(/STACK|projectId|Keystile/)
    expect(logged.join()).toContain("The project's id is missing.")
    await page.unmount()
  })

  it("passes the error to the application's fallback in production", async () => {
    vi.stubEnv("NODE_ENV", "production")
    vi.resetModules()
    const { KeystileProvider } = await loadAnew()
    const fallback = (error: unknown) => `ours: ${error instanceof Error ? error.name : ""}`
    const page = await render(
      <KeystileProvider {...key} errorFallback={fallback}>
        <Id />
      </KeystileProvider>
    )
    expect(page.text()).toBe("ours: ConfigurationError")
    await page.unmount()
  })

  it("throws the error to the application's boundary when it is configured to", async () => {
    const page = await render(
      <Boundary>
        <KeystileProvider {...key} errorFallback={null}>
          <Id />
        </KeystileProvider>
      </Boundary>
    )
    expect(page.text()).toContain("caught ConfigurationError: The project's id is missing.")
    await page.unmount()
  })

  it("throws the error on a server in production", async () => {
    vi.stubEnv("NODE_ENV", "production")
    vi.resetModules()
    const { KeystileProvider } = await loadAnew()
    vi.stubGlobal("document", undefined)
    Reflect.deleteProperty(globalThis, "document")
    try {
      expect(() =>
        renderToString(
          <KeystileProvider {...key}>
            <Id />
          </KeystileProvider>
        )
      ).toThrow("The project's id is missing.")
    } finally {
      vi.unstubAllGlobals()
    }
  })
})

describe("A provider with an invalid setting", () => {
  it.each([
    {
      props: { projectId: "p" },
      names: ["VITE_KEYSTILE_PUBLISHABLE_CLIENT_KEY", "NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY"]
    },
    {
      props: { ...key, projectId: "p", baseUrl: "localhost" },
      names: ["VITE_KEYSTILE_URL", "NEXT_PUBLIC_STACK_API_URL"]
    },
    { props: { ...key, projectId: "p", callTimeoutMillis: -1 }, names: ["Check the option callTimeoutMillis"] }
  ])("names the setting in its error: $names", async ({ names, props }) => {
    const page = await render(
      <KeystileProvider {...props}>
        <Id />
      </KeystileProvider>
    )
    await vi.waitFor(() => expect(page.find("h1").textContent).toBe("Keystile is not configured"))
    for (const name of names) expect(page.text()).toContain(name)
    await page.unmount()
  })
})
