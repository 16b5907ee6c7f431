// @vitest-environment happy-dom
/** The application's name, logo and links on the screens. */
import { afterEach, describe, expect, it, vi } from "vitest"
import { Card, ForgotPassword, Handler, KeystileProvider, SignIn, SignUp, type Theme } from "../../react/index.ts"
import { render } from "./page.tsx"
import { project, scriptedService } from "./scripted-service.ts"

const open = async (node: React.ReactNode, theme?: Theme, messages = {}) => {
  const { hold, release, runtime } = scriptedService({}, { redirectMethod: "none" })
  const page = await render(
    <KeystileProvider runtime={runtime} theme={theme} messages={messages}>
      {node}
    </KeystileProvider>
  )
  const titled = (title: string) =>
    vi.waitFor(() => expect(page.find(":is(h1, h2):not(.ks-visually-hidden)").textContent).toBe(title))
  return { ...page, hold, release, titled, issuer: () => page.container.querySelector(".ks-issuer")?.textContent }
}

afterEach(() => localStorage.clear())

describe("The application's name", () => {
  it("is the project's, in the titles of sign-in and sign-up", async () => {
    const signIn = await open(<SignIn fullPage />)
    await signIn.titled("Sign in to Fernhill")
    await signIn.unmount()
    const signUp = await open(<SignUp />)
    await signUp.titled("Create your Fernhill account")
    await signUp.unmount()
  })

  it("is at the top of the other cards, where their title does not name it", async () => {
    const page = await open(<ForgotPassword fullPage />)
    await page.titled("Reset your password")
    await vi.waitFor(() => expect(page.issuer()).toBe("Fernhill"))
    await page.unmount()
  })

  it("is that of the theme, if it has one, and none for an empty one", async () => {
    const named = await open(<SignIn />, { applicationName: "Larkspur" })
    await named.titled("Sign in to Larkspur")
    await named.unmount()
    const unnamed = await open(<SignIn />, { applicationName: "" })
    await unnamed.titled("Sign in to your account")
    await unnamed.unmount()
  })

  it("does not replace a title of the application, which has no place for it", async () => {
    const page = await open(<SignIn />, { applicationName: "" }, { signInTitle: "Welcome" })
    await page.titled("Welcome")
    await page.unmount()
  })

  it("is not read for a preview, which sends no request", async () => {
    const { log, runtime } = scriptedService()
    const config = { signUpEnabled: true, credentialEnabled: true, magicLinkEnabled: false, passkeyEnabled: false }
    const page = await render(
      <KeystileProvider runtime={runtime}>
        <SignIn fullPage mockProject={{ displayName: "Tern", config: { ...config, oauthProviders: [] } }} />
      </KeystileProvider>
    )
    await vi.waitFor(() => expect(page.find("h1").textContent).toBe("Sign in to Tern"))
    expect(page.find(".ks-page-footer").textContent).toBe("Back to Tern")
    expect(log).toEqual([])
    await page.unmount()
  })

  it("cannot turn the direction of the text around it", async () => {
    const page = await open(<SignIn />, { applicationName: "Fern\u202Ehill" })
    await page.titled("Sign in to Fernhill")
    await page.unmount()
  })
})

describe("The logo", () => {
  it("is on cards and skeletons of the screens, one for each scheme, and is announced by the name", async () => {
    const { hold, release, runtime } = scriptedService()
    hold("GET /projects/current")
    const page = await render(
      <KeystileProvider runtime={runtime} theme={{ logo: { light: "/light.svg", dark: "/dark.svg" } }}>
        <SignIn />
      </KeystileProvider>
    )
    const images = () =>
      [...page.container.querySelectorAll("img")].map((image) => [image.dataset["scheme"], image.src])
    const both = [
      ["light", `${location.origin}/light.svg`],
      ["dark", `${location.origin}/dark.svg`]
    ]
    await vi.waitFor(() => page.find("[aria-busy=true]"))
    expect(images()).toEqual(both)
    release("GET /projects/current")
    await vi.waitFor(() => page.find("form"))
    expect(images()).toEqual(both)
    expect(page.find(".ks-issuer .ks-visually-hidden").textContent).toBe("Fernhill")
    await page.unmount()
  })

  it("is not on a card that the application renders itself", async () => {
    const page = await open(<Card title="Hello" icon="M0 0" />, { logo: "/logo.svg" })
    expect(page.container.querySelector("img")).toBeNull()
    expect(page.issuer()).toBeUndefined()
    await page.unmount()
  })
})

describe("The links below a card that fills the page", () => {
  const links = (page: { readonly container: HTMLElement }) =>
    [...page.container.querySelectorAll(".ks-page-footer a")].map((link) => [
      link.textContent,
      link.getAttribute("href")
    ])

  it("lead to the application, its terms and its privacy policy", async () => {
    const page = await open(<SignIn fullPage />, { termsUrl: "/terms", privacyUrl: "https://fernhill.example/privacy" })
    await page.titled("Sign in to Fernhill")
    expect(links(page)).toEqual([
      ["Back to Fernhill", "/"],
      ["Terms", "/terms"],
      ["Privacy", "https://fernhill.example/privacy"]
    ])
    await page.unmount()
  })

  it("are not rendered in a page of the application", async () => {
    const page = await open(<SignIn />, { termsUrl: "/terms" })
    await page.titled("Sign in to Fernhill")
    expect(links(page)).toEqual([])
    await page.unmount()
  })

  it("lead home only where the card does not", async () => {
    history.replaceState(null, "", "/handler/sign-out")
    const page = await open(<Handler />, { termsUrl: "/terms" })
    await page.titled("You are not currently signed in.")
    expect(links(page)).toEqual([["Terms", "/terms"]])
    await page.unmount()
  })
})

describe("A project without a name", () => {
  it("has titles without one", async () => {
    const { runtime } = scriptedService({
      "GET /projects/current": () => ({ body: { ...project(), display_name: "" } })
    })
    const page = await render(
      <KeystileProvider runtime={runtime}>
        <SignIn />
      </KeystileProvider>
    )
    await vi.waitFor(() => page.find("form"))
    expect(page.find("h2").textContent).toBe("Sign in to your account")
    await page.unmount()
  })
})
