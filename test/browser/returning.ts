/** Tests the return URL after sign-in: a page of the application, or home, never another origin. */
import { expect, it } from "vitest"
import type { Fixture } from "./fixture.ts"
import { fillSignIn, signInButton, signUpAt } from "./sign-in-forms.ts"

const untrusted = [
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "///evil.example",
  "/\t/evil.example",
  "\t//evil.example",
  "ht\ntps://evil.example",
  "https:evil.example",
  "http:evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<h1>evil",
  "blob:https://evil.example/x",
  "vbscript:msgbox(1)",
  "https://localhost@evil.example",
  "//localhost@evil.example",
  "https://еvil.example",
  "/.//evil.example",
  "/..//evil.example",
  "x".repeat(5000)
]

/** Suspicious values that stay on the origin. */
const odd = ["/%2f%2fevil.example", "%2f%2fevil.example", "evil.example"]

export const returnUrls = (fixture: () => Fixture) => {
  it("redirects home for every untrusted value, with full page loads and with a router", () =>
    fixture().visit(async ({ consoleErrors, hosts, page }) => {
      const { app, service, screens } = fixture()
      await signUpAt(page, app)
      for (const value of untrusted) {
        await page.goto(`${screens}/handler/sign-in?auto&after_auth_return_to=${encodeURIComponent(value)}`)
        await page.waitForURL(`${screens}/`)
      }
      for (const value of untrusted.slice(0, 5)) {
        await page.goto(`${app}/handler/sign-in?after_auth_return_to=${encodeURIComponent(value)}`)
        await page.waitForURL(`${app}/`)
      }
      // The development build warns about each.
      consoleErrors.splice(
        0,
        consoleErrors.length,
        ...consoleErrors.filter((text) => !text.includes("after_auth_return_to is ignored"))
      )
      expect(Array.from(hosts).sort()).toEqual([app, service, screens].map((url) => new URL(url).host).sort())
    }))

  it("stays on the origin for unusual values", () =>
    fixture().visit(async ({ hosts, page }) => {
      const { app, service, screens } = fixture()
      await signUpAt(page, app)
      for (const value of odd) {
        await page.goto(`${screens}/handler/sign-in?auto&after_auth_return_to=${encodeURIComponent(value)}`)
        await page.getByRole("heading", { name: "Page /" }).waitFor()
        expect(new URL(page.url()).origin).toBe(screens)
      }
      expect(Array.from(hosts).sort()).toEqual([app, service, screens].map((url) => new URL(url).host).sort())
    }))

  it("redirects home, without signing out, when the return URL is the sign-out page by any of its names", () =>
    fixture().visit(async ({ count, page }) => {
      const { app, screens } = fixture()
      await signUpAt(page, app)
      for (const name of ["sign-out", "logout", "Log-Out", "signout/", "%73ign-out"]) {
        const back = encodeURIComponent(`/handler/${name}`)
        await page.goto(`${screens}/handler/sign-in?auto&after_auth_return_to=${back}`)
        await page.waitForURL(`${screens}/`)
        await page.goto(`${app}/handler/sign-in?after_auth_return_to=${back}`)
        await page.waitForURL(`${app}/`)
      }
      expect(count("DELETE /auth/sessions/current")).toBe(0)
    }))

  it("redirects to the page with its query and hash after sign-in, and leaves no history entry", () =>
    fixture().visit(async ({ page }) => {
      const { app, screens } = fixture()
      const email = await signUpAt(page, app)
      await page.context().clearCookies()
      await page.goto(`${screens}/start`)
      await page.goto(`${screens}/handler/sign-in?after_auth_return_to=${encodeURIComponent("/notes?page=2#end")}`)
      await fillSignIn(page, email)
      await signInButton(page).click()
      await page.waitForURL(`${screens}/notes?page=2#end`)
      await page.goBack()
      expect(page.url()).toBe(`${screens}/start`)
    }))
}
