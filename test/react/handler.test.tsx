// @vitest-environment happy-dom
/** The handler on a server, its document title and its loading state. */
import type { ReactNode } from "react"
import { renderToString } from "react-dom/server"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { EmailVerification, Handler, type HandlerProps, KeystileProvider, SignIn } from "../../react/index.ts"
import { render, settle } from "./page.tsx"
import { project, scriptedService } from "./scripted-service.ts"

const onServer = (node: ReactNode) =>
  renderToString(
    <KeystileProvider projectId="p" publishableClientKey="pck_1">
      {node}
    </KeystileProvider>
  )

describe("On a server", () => {
  it("the handler renders a skeleton", () => {
    expect(onServer(<Handler location="/handler/sign-in" />)).toContain('aria-busy="true"')
  })

  it("pages contain a notice for browsers without JavaScript", () => {
    for (const page of [<Handler key="handler" location="/handler/sign-in" />, <SignIn key="sign-in" fullPage />]) {
      expect(onServer(page)).toMatch(/<noscript[^>]*>.*This page needs JavaScript\..*<\/noscript>/)
    }
  })

  it("a page that takes a code does not change the URL", () => {
    history.replaceState(null, "", "/handler/email-verification?code=abc")
    expect(onServer(<EmailVerification />)).toContain('aria-busy="true"')
    expect(location.search).toBe("?code=abc")
  })
})

describe("The document title", () => {
  const open = async (path: string, props: HandlerProps = {}) => {
    document.title = "Fernhill"
    history.replaceState(null, "", path)
    const { runtime } = scriptedService({}, { redirectMethod: "none" })
    const app = (path: string) => (
      <KeystileProvider runtime={runtime} messages={{ signUpTitle: "Join us" }}>
        <Handler location={path} {...props} />
      </KeystileProvider>
    )
    const page = await render(app(path))
    return { page, go: (path: string) => page.show(app(path)) }
  }
  const titled = (title: string) => vi.waitFor(() => expect(document.title).toBe(title))

  it("is the page's title in the application's texts, and is restored afterwards", async () => {
    const { go, page } = await open("/handler/sign-in")
    await titled("Sign in to Fernhill")
    await go("/handler/sign-up")
    await titled("Join us · Fernhill")
    await go("/handler/nothing")
    await titled("Page not found · Fernhill")
    await page.unmount()
    expect(document.title).toBe("Fernhill")
  })

  it("follows the steps of a page, and the error of a provider", async () => {
    const { runtime } = scriptedService(
      {
        "GET /projects/current": () => ({ body: project({ credential_enabled: false, magic_link_enabled: true }) }),
        "POST /auth/otp/send-sign-in-code": () => ({ body: { nonce: "1".repeat(39) } })
      },
      { redirectMethod: "none" }
    )
    const app = (path: string) => (
      <KeystileProvider runtime={runtime}>
        <Handler location={path} />
      </KeystileProvider>
    )
    history.replaceState(null, "", "/handler/sign-in")
    const page = await render(app("/handler/sign-in"))
    await titled("Sign in to Fernhill")
    await settle(() => {
      const field = page.find<HTMLInputElement>("input[type=email]")
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "noor@fernhill.example")
      field.dispatchEvent(new InputEvent("input", { bubbles: true }))
    })
    await settle(() => page.find<HTMLButtonElement>("button[type=submit]").click())
    await titled("Enter the code from your email · Fernhill")
    history.replaceState(null, "", "/handler/error?errorCode=OAUTH_PROVIDER_ACCESS_DENIED&message=m&details=%7B%7D")
    await page.show(app("/handler/error"))
    await titled("The provider denied access · Fernhill")
    await page.unmount()
  })

  it("is computed by a function, and is not restored if other code has changed it", async () => {
    const { page } = await open("/handler/error", { documentTitle: (name) => `${name} · Fernhill` })
    await titled("An unknown error occurred · Fernhill")
    document.title = "(1) Fernhill"
    await page.unmount()
    expect(document.title).toBe("(1) Fernhill")
  })

  it("is unchanged with `documentTitle: false`", async () => {
    const { page } = await open("/handler/sign-in", { documentTitle: false })
    await vi.waitFor(() => expect(page.find("h1").textContent).toBe("Sign in to Fernhill"))
    expect(document.title).toBe("Fernhill")
    await page.unmount()
  })
})

describe("While a page is loading for the first time", () => {
  beforeEach(() => localStorage.clear())

  it("a heading of the same level as the page's title announces it", async () => {
    const { hold, runtime } = scriptedService({}, { redirectMethod: "none" })
    hold("GET /projects/current")
    const page = await render(
      <KeystileProvider runtime={runtime}>
        <Handler location="/handler/sign-in" />
      </KeystileProvider>
    )
    await vi.waitFor(() => expect(page.find("[aria-busy=true] h1").textContent).toBe("Loading"))
    await page.unmount()
  })
})
