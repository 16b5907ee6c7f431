// @vitest-environment happy-dom
/** The handler where there is no page yet: on a server. */
import type { ReactNode } from "react"
import { renderToString } from "react-dom/server"
import { describe, expect, it, vi } from "vitest"
import { EmailVerification, Handler, type HandlerProps, KeystileProvider } from "../../react/index.ts"
import { render } from "./page.tsx"
import { scriptedService } from "./scripted-service.ts"

const onServer = (node: ReactNode) =>
  renderToString(
    <KeystileProvider projectId="p" publishableClientKey="pck_1">
      {node}
    </KeystileProvider>
  )

describe("on a server", () => {
  it("the handler renders what holds the page's place", () => {
    expect(onServer(<Handler location="/handler/sign-in" />)).toContain('aria-busy="true"')
  })

  it("a page that takes a code leaves the address alone", () => {
    history.replaceState(null, "", "/handler/email-verification?code=abc")
    expect(onServer(<EmailVerification />)).toContain('aria-busy="true"')
    expect(location.search).toBe("?code=abc")
  })
})

describe("the title of the document", () => {
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

  it("names the page, in the application's words, and is the application's again afterwards", async () => {
    const { go, page } = await open("/handler/sign-in")
    await titled("Sign in to your account")
    await go("/handler/sign-up")
    await titled("Join us")
    await go("/handler/nothing")
    await titled("There is no such page")
    await page.unmount()
    expect(document.title).toBe("Fernhill")
  })

  it("is made by a function, and stays what somebody else has made of it meanwhile", async () => {
    const { page } = await open("/handler/error", { documentTitle: (name) => `${name} · Fernhill` })
    await titled("You could not be signed in · Fernhill")
    document.title = "(1) Fernhill"
    await page.unmount()
    expect(document.title).toBe("(1) Fernhill")
  })

  it("is left alone on demand", async () => {
    const { page } = await open("/handler/sign-in", { documentTitle: false })
    await vi.waitFor(() => expect(page.find("h1").textContent).toBe("Sign in to your account"))
    expect(document.title).toBe("Fernhill")
    await page.unmount()
  })
})

describe("while a page is loading", () => {
  it("there is a heading that says so, of the rank of the page's title", async () => {
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
