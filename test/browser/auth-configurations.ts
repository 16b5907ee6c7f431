/** Tests what the sign-in and sign-up pages show for each project configuration. */
import type { Page, Route } from "playwright-core"
import { expect, it } from "vitest"
import { type AuthFixture, NOOR } from "./auth-fixture.ts"
import { clickButton, emailField, field, fillField } from "./controls.ts"
import { newEmail, PASSWORD, violations, withConfig } from "./fixture.ts"

const names = (page: Page) =>
  page
    .locator(".ks-oauth")
    .evaluateAll((buttons) => buttons.map((button) => button.querySelector(".ks-oauth-label")?.textContent ?? ""))

const fill = async (page: Page, email: string, password: string) => {
  await emailField(page).fill(email)
  await fillField(page, "Password", password)
  await page.getByLabel("Repeat Password").fill(password)
}

export const authConfigurations = (fixture: () => AuthFixture) => {
  it("shows every method of the project", () =>
    fixture().visit(async ({ count, page, requests }) => {
      await page.goto(`${fixture().screens}/handler/sign-in?autofill=no`)
      await page.getByRole("heading", { level: 1, name: "Sign in to Fernhill" }).waitFor()
      expect(await names(page)).toEqual(["Sign in with GitHub", "Sign in with Google", "Sign in with Passkey"])
      await page.getByText("Or continue with").waitFor()
      expect(await page.getByRole("tab").allTextContents()).toEqual(["Email", "Email & Password"])
      expect(await page.getByRole("tab", { selected: true }).textContent()).toBe("Email")
      expect((await page.locator(".ks-card").boundingBox())?.width).toBe(380)
      expect(requests.filter((request) => !request.startsWith("OPTIONS"))).toEqual(["GET /projects/current"])
      expect(count("GET /projects/current")).toBe(1)
      await page.getByRole("link", { name: "Sign up" }).click()
      await page.getByRole("heading", { level: 1, name: "Create your Fernhill account" }).waitFor()
      expect(await names(page)).toEqual(["Sign up with GitHub", "Sign up with Google"])
      await page.getByText("Already have an account?").waitFor()
    }))

  it("shows the form as soon as the project is loaded, without a minimum time for the skeleton", () =>
    fixture().visit(async ({ page }) => {
      // React throttles reveals by 300 ms of this clock. The clock stops here, so a throttled reveal would never
      // happen.
      await page.addInitScript(() => {
        const { setTimeout } = globalThis
        performance.now = () => 1000
        globalThis.setTimeout = ((work: () => void, millis = 0, ...more: ReadonlyArray<unknown>) =>
          millis === 300 ? 0 : setTimeout(work, millis, ...more)) as typeof globalThis.setTimeout
      })
      const held: Array<Route> = []
      await page.route("**/projects/current", (route) => void held.push(route))
      await page.goto(`${fixture().screens}/handler/sign-in?autofill=no`)
      await page.locator(".ks-card[aria-busy=true]").waitFor()
      await expect.poll(() => held.length).toBeGreaterThan(0)
      await Promise.all(held.map((route) => route.continue()))
      await page.unroute("**/projects/current")
      await emailField(page).waitFor()
    }))

  it("the first tab is configurable, and a typed address survives a change of tabs", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(`${fixture().screens}/handler/sign-in?password&autofill=no`)
      await emailField(page).fill(NOOR)
      expect(await page.getByRole("tab").allTextContents()).toEqual(["Email & Password", "Email"])
      await page.getByRole("tab", { name: "Email", exact: true }).click()
      expect(await emailField(page).inputValue()).toBe(NOOR)
      await emailField(page).fill("other@fernhill.example")
      await page.getByRole("tab", { name: "Email & Password" }).click()
      expect(await emailField(page).inputValue()).toBe("other@fernhill.example")
      const forgotten = page.getByRole("link", { name: "Forgot password?" })
      expect(await forgotten.getAttribute("href")).toContain("/handler/forgot-password")
    }))

  it("shows only the methods that the project has", () =>
    fixture().visit(async ({ page }) => {
      const { screens } = fixture()
      const shows = async (config: object, expected: ReadonlyArray<number>) => {
        await page.unrouteAll({ behavior: "ignoreErrors" })
        await withConfig(page, config)
        await page.goto(`${screens}/handler/sign-in?autofill=no&extra`)
        await page.getByText("Terms of the orchard").waitFor()
        const seen = async () => [
          await names(page).then(({ length }) => length),
          await page.getByText("Or continue with").count(),
          await page.getByRole("tab").count(),
          await page.getByRole("button", { name: "Send email" }).count(),
          await field(page, "Password").count(),
          await page.getByText("No authentication method enabled.").count()
        ]
        // The page shows the settings of the last visit at first.
        await expect.poll(seen, { message: JSON.stringify(config) }).toEqual(expected)
      }
      const none = {
        credential_enabled: false,
        magic_link_enabled: false,
        passkey_enabled: false,
        enabled_oauth_providers: []
      }
      await shows(none, [0, 0, 0, 0, 0, 1])
      await shows({ ...none, credential_enabled: true }, [0, 0, 0, 0, 1, 0])
      await shows({ ...none, magic_link_enabled: true }, [0, 0, 0, 1, 0, 0])
      await shows({ ...none, passkey_enabled: true }, [1, 0, 0, 0, 0, 0])
      await shows({ ...none, passkey_enabled: true, magic_link_enabled: true }, [1, 1, 0, 1, 0, 0])
      await shows({ ...none, enabled_oauth_providers: [{ id: "x" }], credential_enabled: true }, [1, 1, 0, 0, 1, 0])
      await withConfig(page, { sign_up_enabled: false })
      await page.goto(`${screens}/handler/sign-in?autofill=no`)
      await emailField(page).waitFor()
      // The link is there at first if the settings that an earlier visit remembered have it.
      await page.getByText("Don't have an account?").waitFor({ state: "detached" })
      await page.goto(`${screens}/handler/sign-up`)
      await page.getByRole("heading", { name: "Sign up for new users is not enabled at the moment." }).waitFor()
      await page.getByRole("button", { name: "Go home" }).waitFor()
      await page.getByRole("button", { name: "Sign in" }).click()
      await page.getByRole("heading", { name: "Sign in to Fernhill" }).waitFor()
    }))

  it("marks the method that was used last, and tolerates invalid or missing storage", () =>
    fixture().visit(async ({ page }) => {
      const url = `${fixture().screens}/handler/sign-in?autofill=no`
      const key = "keystile-last-used-11111111-1111-4111-8111-111111111111"
      await page.goto(url)
      await emailField(page).waitFor()
      const marked = async (method: string) => {
        await page.evaluate(([key, method]) => localStorage.setItem(key ?? "", method ?? ""), [key, method])
        await page.reload()
        await emailField(page).waitFor()
        return page
          .locator(":has(> .ks-tag)")
          .evaluateAll((elements) =>
            elements.map((element) => element.getAttribute("data-provider") ?? element.firstChild?.textContent ?? "")
          )
      }
      expect(await marked("github")).toEqual(["github"])
      expect(await marked("passkey")).toEqual(["passkey"])
      expect(await marked("magic-link")).toEqual(["Email"])
      expect(await marked("password")).toEqual(["Email & Password"])
      for (const malformed of ["<img src=x onerror=alert(1)>", "__proto__", "constructor", "x".repeat(100_000)]) {
        expect(await marked(malformed)).toEqual([])
      }
      await page.addInitScript(() => {
        Object.defineProperty(globalThis, "localStorage", {
          get: () => {
            throw new Error("SecurityError")
          }
        })
      })
      await page.goto(url)
      await page.getByRole("tab", { name: "Email & Password" }).click()
      await emailField(page).fill(NOOR)
      await fillField(page, "Password", PASSWORD)
      await clickButton(page, "Sign In")
      await page.getByText(`Signed in: ${NOOR}`).waitFor()
    }))

  it("renders a preview of a project without a request", () =>
    fixture().visit(async ({ page, requests }) => {
      await page.goto(`${fixture().screens}/preview`)
      await page.getByRole("button", { name: "Sign in with X" }).waitFor()
      await page.getByRole("tab", { name: "Email & Password" }).waitFor()
      expect(requests.filter((request) => request.includes("/projects/"))).toEqual([])
    }))

  it("each component works without the others", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(`${fixture().screens}/alone`)
      const part = (name: string) => page.getByRole("region", { name, exact: true })
      await part("button").getByRole("button", { name: "Sign up with GitHub" }).waitFor()
      await part("group").getByRole("button", { name: "Sign in with Google" }).waitFor()
      await part("link").getByRole("textbox", { name: "Email" }).fill(newEmail())
      await part("link").getByRole("button", { name: "Send email" }).click()
      await part("link").getByRole("heading", { name: "Enter the code from your email" }).waitFor()
      await part("link").getByRole("button", { name: "Use another address" }).click()
      await part("link").getByRole("button", { name: "Send email" }).waitFor()
      await part("new").getByLabel("Email").fill(newEmail())
      await fillField(part("new"), "Password", PASSWORD)
      await part("new").getByRole("button", { name: "Sign Up" }).click()
      await page.waitForURL("**/welcome")
    }))

  it("does not send a weak password and says how to improve it; the required strength is configurable", () =>
    fixture().visit(async ({ count, page }) => {
      const { screens } = fixture()
      await page.goto(`${screens}/handler/sign-up?password`)
      await fill(page, newEmail(), "password1")
      await page.getByText("This is a commonly used password.").waitFor()
      await clickButton(page, "Sign Up")
      // One text: the error repeats the advice of the meter and replaces it.
      const error = "Please choose a stronger password · This is a commonly used password."
      await page.getByRole("alert").filter({ hasText: error }).waitFor()
      expect(await page.locator(".ks-strength").count()).toBe(0)
      expect(await violations(page)).toEqual([])
      expect(count("POST /auth/password/sign-up")).toBe(0)
      await page.goto(`${screens}/handler/sign-up?password&strength=0`)
      await fill(page, newEmail(), "password1")
      await clickButton(page, "Sign Up")
      await page.waitForURL("**/welcome")
    }))

  it("signs up without the strength check when it cannot be loaded", () =>
    fixture().visit(async ({ page }) => {
      await page.route("**/estimate-password*", (route) => route.abort())
      await page.goto(`${fixture().screens}/handler/sign-up?password&repeat=no`)
      await emailField(page).fill(newEmail())
      await fillField(page, "Password", "password1")
      await clickButton(page, "Sign Up")
      await page.waitForURL("**/welcome")
    }))
}
