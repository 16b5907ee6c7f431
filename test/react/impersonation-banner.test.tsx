// @vitest-environment happy-dom
/** The banner that the provider shows to an owner who is signed in as a user. */
import { act } from "react"
import * as Effect from "effect/Effect"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { KeystileProvider, useImpersonation } from "../../react/index.ts"
import { impersonationTexts } from "../../react/messages/english/impersonation.ts"
import { render } from "./page.tsx"
import { scriptedService, session, user } from "./scripted-service.ts"

beforeAll(() => Effect.runPromise(loadModules))
afterEach(() => document.body.replaceChildren())

const OWNER = "0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a"
const impersonated = { act: { iss: "https://service.test", sub: OWNER } }

const host = () => document.querySelector("keystile-impersonation")
const banner = () => host()?.shadowRoot?.querySelector("section") ?? null
const text = () => banner()?.querySelector("p")?.textContent

const Owner = () => <output>{useImpersonation()?.ownerId ?? "none"}</output>

const open = async (claims: object | undefined, lang = "en") => {
  const service = scriptedService(
    { "GET /users/me": () => ({ body: user({ display_name: "Noor Lindqvist" }) }) },
    { signedIn: true, redirectMethod: () => {}, ...(claims !== undefined && { claims }) }
  )
  const page = await render(
    <KeystileProvider runtime={service.runtime} lang={lang}>
      <Owner />
    </KeystileProvider>
  )
  return { ...service, page, shown: () => page.container.querySelector("output")?.textContent }
}

describe("the banner of an owner who is signed in as a user", () => {
  it("names the user, and ends the session", async () => {
    const { count, shown } = await open(impersonated)
    await vi.waitFor(() => expect(text()).toBe("You are signed in as Noor Lindqvist."))
    expect(shown()).toBe(OWNER)
    expect(banner()?.getAttribute("aria-label")).toBe(impersonationTexts.impersonation)
    expect(banner()?.querySelector("p")?.getAttribute("role")).toBe("status")
    const end = banner()?.querySelector<HTMLElement>("button:not(.move)")
    expect(end?.textContent).toBe(impersonationTexts.impersonationEnd)
    await act(async () => end?.click())
    await vi.waitFor(() => expect(host()).toBeNull())
    expect(count("DELETE /auth/sessions/current")).toBe(1)
    await vi.waitFor(() => expect(shown()).toBe("none"))
  })

  it("is in the language of the screens", async () => {
    await open(impersonated, "de-DE")
    await vi.waitFor(() => expect(text()).toBe("Sie sind als Noor Lindqvist angemeldet."))
    expect(banner()?.lang).toBe("de-DE")
  })

  it("is not hidden by style sheets of the application", async () => {
    const style = document.createElement("style")
    style.textContent = "keystile-impersonation, body > * { display: none !important; opacity: 0 !important }"
    document.body.append(style)
    await open(impersonated)
    await vi.waitFor(() => expect(text()).toContain("Noor"))
    const inline = (host() as HTMLElement).style
    for (const name of ["display", "opacity", "visibility", "position", "z-index"]) {
      expect(inline.getPropertyPriority(name), name).toBe("important")
    }
  })

  it("moves to the top of the page and back", async () => {
    await open(impersonated)
    await vi.waitFor(() => expect(text()).toContain("Noor"))
    const move = () => banner()?.querySelector<HTMLElement>(".move")
    expect(move()?.getAttribute("aria-label")).toBe("Move to the top")
    await act(async () => move()?.click())
    expect(host()?.getAttribute("style")).toContain("inset: 0 0 auto 0")
    expect(move()?.getAttribute("aria-label")).toBe("Move to the bottom")
    await act(async () => move()?.click())
    expect(move()?.getAttribute("aria-label")).toBe("Move to the top")
  })

  it("appears and disappears with the session", async () => {
    const { respond, shown, signIn, signOut } = await open(impersonated)
    await vi.waitFor(() => expect(shown()).toBe(OWNER))
    await act(async () => void (await signOut()))
    await vi.waitFor(() => expect(host()).toBeNull())
    respond("POST /auth/password/sign-in", () => ({ body: session({ claims: impersonated }) }))
    await act(async () => void (await signIn()))
    await vi.waitFor(() => expect(text()).toContain("Noor"))
    expect(shown()).toBe(OWNER)
  })

  it.each([undefined, { act: null }, { act: {} }, { act: { sub: 1 } }, { act: "owner" }])(
    "is not there in the user's own session: %j",
    async (claims) => {
      const { count, shown } = await open(claims)
      await vi.waitFor(() => expect(shown()).toBe("none"))
      await act(async () => {})
      expect(host()).toBeNull()
      expect(count("DELETE /auth/sessions/current")).toBe(0)
    }
  )
})
