/** Tests signing up, in and out in an application. */
import { expect, it } from "vitest"
import { newEmail, PASSWORD, type Fixture, withConfig } from "./fixture.ts"
import { fillSignIn, fillSignUp, signInButton, signUpAt, signUpButton } from "./sign-in-forms.ts"

export const journeys = (fixture: () => Fixture) => {
  it("signs up, out and in, and is still signed in after a reload", () =>
    fixture().visit(async ({ count, page }) => {
      const { app } = fixture()
      const email = newEmail()
      await page.goto(`${app}/profile`)
      await page.waitForURL("**/handler/sign-in?after_auth_return_to=%2Fprofile")
      await page.getByRole("link", { name: "Sign up" }).click()
      await page.waitForURL("**/handler/sign-up?after_auth_return_to=%2Fprofile")
      await fillSignUp(page, email)
      await signUpButton(page).click()
      await page.waitForURL(`${app}/profile`)
      await page.getByRole("definition").filter({ hasText: email }).waitFor()
      expect(count("POST /auth/password/sign-up")).toBe(1)

      await page.getByRole("button", { name: "Sign out" }).click()
      await page.getByRole("heading", { name: "Hello.", exact: true }).waitFor()
      expect(page.url()).toBe(`${app}/`)
      expect(count("DELETE /auth/sessions/current")).toBe(1)

      await page.getByRole("navigation").getByRole("link", { name: "Sign in" }).click()
      await fillSignIn(page, email)
      await signInButton(page).click()
      await page.getByRole("heading", { name: `Hello, ${email}.` }).waitFor()
      await page.reload()
      await page.getByRole("heading", { name: `Hello, ${email}.` }).waitFor()
    }))

  it("sends each request once, although StrictMode renders twice", () =>
    fixture().visit(async ({ count, page }) => {
      const { app } = fixture()
      await page.goto(`${app}/handler/sign-in`)
      await page.getByLabel("Email").waitFor()
      expect(count("GET /projects/current")).toBe(1)
      expect(count("GET /users/me")).toBe(0)
      await signUpAt(page, app)
      await page.goto(`${app}/profile`)
      await page.getByRole("heading", { name: "Your profile" }).waitFor()
      expect(count("GET /users/me")).toBe(2)
    }))

  it("renders sign-in in place of a page that requires a user", () =>
    fixture().visit(async ({ page }) => {
      const { app } = fixture()
      await page.goto(`${app}/`)
      await page.getByRole("link", { name: "your profile" }).click()
      await page.waitForURL("**/handler/sign-in?**")
      await page.goBack()
      expect(page.url()).toBe(`${app}/`)
    }))

  it("shows a changed name everywhere, without another request for the user", () =>
    fixture().visit(async ({ count, page }) => {
      const { app } = fixture()
      await signUpAt(page, app)
      await page.getByRole("link", { name: "your profile" }).click()
      await page.getByLabel("Display name").fill("Noor Lindqvist")
      const before = count("GET /users/me")
      await page.getByRole("button", { name: "Save" }).click()
      await page.getByRole("navigation").getByText("Noor Lindqvist").waitFor()
      await page.getByText("Saved.").waitFor()
      expect(count("GET /users/me")).toBe(before)
    }))

  it("redirects a signed-in user away from sign-in", () =>
    fixture().visit(async ({ page }) => {
      const { app } = fixture()
      await signUpAt(page, app)
      await page.goto(`${app}/handler/sign-in?after_auth_return_to=%2Fprofile`)
      await page.waitForURL(`${app}/profile`)
      await page.goto(`${app}/handler/sign-up`)
      await page.waitForURL(`${app}/`)
    }))

  it("works with full page loads, and shows a link to continue when signed in", () =>
    fixture().visit(async ({ page }) => {
      const { screens } = fixture()
      await page.goto(`${screens}/handler/sign-up?after_auth_return_to=%2Fnotes`)
      await fillSignUp(page, newEmail())
      await signUpButton(page).click()
      await page.waitForURL(`${screens}/notes`)
      await page.goto(`${screens}/handler/sign-in`)
      await page.getByRole("heading", { name: "You are already signed in" }).waitFor()
      await page.getByRole("button", { name: "Sign out" }).click()
      await page.waitForURL(`${screens}/`)
      await page.goto(`${screens}/handler/sign-in`)
      await page.getByRole("heading", { name: "Sign in to My project" }).waitFor()
      await page.goto(`${screens}/signed-out`)
      await page.getByRole("heading", { name: "You are not currently signed in." }).waitFor()
      await page.getByRole("button", { name: "Sign in" }).click()
      await page.waitForURL(`${screens}/handler/sign-in**`)
    }))

  it("signs in with the keyboard alone", () =>
    fixture().visit(async ({ page }) => {
      const { app } = fixture()
      const email = newEmail()
      await withConfig(page, { enabled_oauth_providers: [] })
      await page.goto(`${app}/handler/sign-up`)
      await page.getByLabel("Email").waitFor()
      const focused = () =>
        page.evaluate(() => {
          const element = document.activeElement
          return (
            element?.getAttribute("aria-label") ??
            (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent)
          )
        })
      const seen: Array<string | null | undefined> = []
      for (const typed of [email, PASSWORD, "", PASSWORD]) {
        await page.keyboard.press("Tab")
        seen.push(await focused())
        await page.keyboard.type(typed)
      }
      await page.keyboard.press("Tab")
      seen.push(await focused())
      await page.keyboard.press("Space")
      expect(await page.getByLabel("Repeat Password").getAttribute("type")).toBe("text")
      await page.keyboard.press("Tab")
      seen.push(await focused())
      await page.keyboard.press("Tab")
      seen.push(await focused())
      expect(seen).toEqual([
        "Email",
        "Password",
        "Show password",
        "Repeat Password",
        "Show password",
        "Sign Up",
        "Sign in"
      ])
      await page.keyboard.press("Shift+Tab")
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: `Hello, ${email}.` }).waitFor()
    }))
}
