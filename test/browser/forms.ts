/** Tests validation, errors and submission of the forms. */
import type { Page, Route } from "playwright-core"
import { expect, it } from "vitest"
import { field, fillField } from "./controls.ts"
import { newEmail, PASSWORD, type Fixture, withConfig } from "./fixture.ts"
import { fillSignIn, fillSignUp, signInButton, signUpAt, signUpButton } from "./sign-in-forms.ts"

/**
 * Returns each invalid field with the text of its error, which `aria-describedby` refers to and a live region
 * announces.
 */
const errors = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLInputElement>("input[aria-invalid='true']"), (input) => {
      const error = document.getElementById(input.getAttribute("aria-describedby") ?? "")
      const text = error?.getAttribute("role") === "alert" ? error.textContent : "not announced"
      return `${input.labels?.[0]?.textContent}: ${text}`
    })
  )

const focusedName = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent)

/**
 * Forwards the next request and returns the error text of its response. Chromium may discard a body before
 * `waitForResponse` can read it.
 */
const refusal = (page: Page, path: string) =>
  new Promise<string>((resolve) => {
    void page.route(
      path,
      async (route) => {
        const response = await route.fetch()
        resolve((await response.json()).error)
        await route.fulfill({ response })
      },
      { times: 1 }
    )
  })

const expectErrors = (page: Page, expected: ReadonlyArray<string>) =>
  expect.poll(() => errors(page), { timeout: 5000 }).toEqual(expected)

export const forms = (fixture: () => Fixture) => {
  it("shows what is missing and focuses the first invalid field: sign-in", () =>
    fixture().visit(async ({ page, requests }) => {
      await page.goto(`${fixture().app}/handler/sign-in`)
      await signInButton(page).click()
      await expectErrors(page, ["Email: Please enter your email", "Password: Please enter your password"])
      expect(await focusedName(page)).toBe("Email")
      await page.getByLabel("Email").fill("noor@fernhill")
      await expectErrors(page, ["Password: Please enter your password"])
      await field(page, "Password").focus()
      await expectErrors(page, ["Email: Please enter a valid email", "Password: Please enter your password"])
      await fillSignIn(page, "noor@fernhill.example", "")
      await signInButton(page).click()
      await expectErrors(page, ["Password: Please enter your password"])
      expect(await focusedName(page)).toBe("Password")
      await fillField(page, "Password", "x".repeat(71))
      await expectErrors(page, [])
      await page.getByLabel("Email").focus()
      await expectErrors(page, ["Password: Password must be at most 70 characters"])
      expect(requests.filter((request) => request.startsWith("POST"))).toEqual([])
    }))

  it("shows what is missing and focuses the first invalid field: sign-up", () =>
    fixture().visit(async ({ page, requests }) => {
      await page.goto(`${fixture().app}/handler/sign-up`)
      await signUpButton(page).click()
      await expectErrors(page, [
        "Email: Please enter your email",
        "Password: Please enter your password",
        "Repeat Password: Please repeat your password"
      ])
      expect(await focusedName(page)).toBe("Email")
      await fillSignUp(page, ".noor@fernhill.example", "seven77", "other")
      await signUpButton(page).click()
      await expectErrors(page, [
        "Email: Please enter a valid email",
        "Password: Password must be at least 8 characters",
        "Repeat Password: Passwords do not match"
      ])
      // Changing one password clears the error of the other.
      await page.getByLabel("Repeat Password").fill("seven77")
      await expectErrors(page, ["Email: Please enter a valid email"])
      await page.getByLabel("Email").fill("noor@fernhill.example")
      await expectErrors(page, [])
      expect(requests.filter((request) => request.startsWith("POST"))).toEqual([])
    }))

  it("raises no error while a field is typed into, only when it is left", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(`${fixture().app}/handler/sign-in`)
      await signInButton(page).click()
      await expectErrors(page, ["Email: Please enter your email", "Password: Please enter your password"])
      await page.evaluate(() => {
        const raised: Array<string> = []
        Object.assign(globalThis, { raised })
        new MutationObserver(() => {
          for (const alert of document.querySelectorAll("[role=alert]")) raised.push(alert.textContent)
        }).observe(document.body, { childList: true, subtree: true, characterData: true })
      })
      await page.getByLabel("Email").pressSequentially("noor@")
      await expectErrors(page, ["Password: Please enter your password"])
      expect(await page.evaluate(() => Reflect.get(globalThis, "raised"))).not.toContain("Please enter a valid email")
      await field(page, "Password").focus()
      await expectErrors(page, ["Email: Please enter a valid email", "Password: Please enter your password"])
    }))

  it("validates on submit, not before", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(`${fixture().app}/handler/sign-in`)
      await page.getByLabel("Email").fill("no address")
      await page.getByLabel("Email").blur()
      await fillField(page, "Password", "x")
      expect(await errors(page)).toEqual([])
    }))

  it("shows the error for a wrong password under the email field, and lets the next password replace it", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(`${fixture().app}/handler/sign-in`)
      await fillSignIn(page, newEmail(), "wrong-password")
      const refused = refusal(page, "**/auth/password/sign-in")
      await signInButton(page).click()
      await expectErrors(page, [`Email: ${await refused}`])
      await expect.poll(() => focusedName(page)).toBe("Password")
      // The same with the focus in the other field at submit.
      const again = refusal(page, "**/auth/password/sign-in")
      await page.getByLabel("Email").press("Enter")
      await again
      await expect.poll(() => focusedName(page)).toBe("Password")
      await expectErrors(page, [`Email: ${await again}`])
      await page.keyboard.type("another-one")
      await expectErrors(page, [])
      expect(await field(page, "Password").inputValue()).toBe("another-one")
    }))

  it("shows a taken email under the email field", () =>
    fixture().visit(async ({ page }) => {
      const { app } = fixture()
      const email = await signUpAt(page, app)
      await page.context().clearCookies()
      await page.goto(`${app}/handler/sign-up`)
      await fillSignUp(page, email)
      const refused = refusal(page, "**/auth/password/sign-up")
      await signUpButton(page).click()
      await expectErrors(page, [`Email: ${await refused}`])
    }))

  it("sends the password unchanged, and never in a URL", () =>
    fixture().visit(async ({ page }) => {
      const password = "  Ünïcode\u0301 lantern 🔑  "
      const urls: Array<string> = []
      page.on("request", (request) => urls.push(request.url()))
      await page.goto(`${fixture().app}/handler/sign-up`)
      await fillSignUp(page, newEmail(), password)
      const request = page.waitForRequest("**/auth/password/sign-up")
      await signUpButton(page).click()
      expect((await request).postDataJSON().password).toBe(password)
      await page.waitForURL(`${fixture().app}/`)
      expect(urls.join("\n")).not.toContain("lantern")
    }))

  it("hides a visible password on submit, and clears it after success", () =>
    fixture().visit(async ({ page }) => {
      const { screens } = fixture()
      const email = await signUpAt(page, fixture().app)
      await page.context().clearCookies()
      await page.goto(`${screens}/handler/sign-in`)
      await fillSignIn(page, email)
      const password = field(page, "Password")
      await page.getByRole("button", { name: "Show password" }).click()
      expect(await password.getAttribute("type")).toBe("text")
      const held: Array<Route> = []
      await page.route("**/auth/password/sign-in", (route) => void held.push(route))
      await signInButton(page).click()
      await expect.poll(() => held.length).toBeGreaterThan(0)
      expect(await password.getAttribute("type")).toBe("password")
      // Records the values and the busy state of the form when its page is left.
      await page.evaluate(() =>
        addEventListener("pagehide", () => {
          const controls = document.querySelectorAll<HTMLInputElement>("form input, form [type=submit]")
          const left = Array.from(controls, (control) => control.getAttribute("aria-busy") ?? control.value)
          sessionStorage.setItem("left", JSON.stringify(left))
        })
      )
      await Promise.all(held.map((route) => route.continue()))
      await page.waitForURL(`${screens}/`)
      expect(await page.evaluate(() => sessionStorage.getItem("left"))).toBe(JSON.stringify([email, "", "true"]))
    }))

  it("sends one request for a double click and for Enter held down", () =>
    fixture().visit(async ({ count, page }) => {
      await page.goto(`${fixture().app}/handler/sign-in`)
      await fillSignIn(page, newEmail())
      await page.route("**/auth/password/sign-in", async (route) => {
        await signInButton(page).and(page.locator("[aria-busy=true]")).waitFor()
        await page.getByLabel("Email").press("Enter")
        await page.getByLabel("Email").press("Enter")
        await route.continue()
      })
      await signInButton(page).dblclick()
      await page.getByRole("alert").first().waitFor()
      expect(count("POST /auth/password/sign-in")).toBe(1)
    }))

  it("sets the autocomplete attributes that password managers use", () =>
    fixture().visit(async ({ page }) => {
      const tokens = () =>
        page.evaluate(() =>
          Array.from(
            document.querySelectorAll("form input"),
            (input) => `${input.getAttribute("type")} ${input.getAttribute("autocomplete")}`
          )
        )
      await page.goto(`${fixture().app}/handler/sign-in`)
      await page.getByLabel("Email").waitFor()
      expect(await tokens()).toEqual(["email username", "password current-password"])
      await page.goto(`${fixture().app}/handler/sign-up`)
      await page.getByLabel("Email").waitFor()
      expect(await tokens()).toEqual(["email username", "password new-password", "password new-password"])
      await page.goto(`${fixture().screens}/handler/sign-up?repeat=no`)
      await fillSignIn(page, newEmail())
      await signUpButton(page).click()
      await page.waitForURL(`${fixture().screens}/`)
    }))

  it("shows a card when the project has sign-up disabled", () =>
    fixture().visit(async ({ page }) => {
      const { app } = fixture()
      await withConfig(page, { sign_up_enabled: false })
      await page.goto(`${app}/handler/sign-up`)
      await page.getByRole("heading", { name: "Sign up for new users is not enabled at the moment." }).waitFor()
      await page.getByRole("button", { name: "Sign in" }).click()
      await page.getByRole("heading", { name: "Sign in to My project" }).waitFor()
      expect(await page.getByText("Don't have an account?").count()).toBe(0)
      await page.goto(`${app}/handler/sign-up`)
      await page.getByRole("button", { name: "Go home" }).click()
      await page.waitForURL(`${app}/`)
    }))

  it("shows a message when there is no sign-in method, and extra information", () =>
    fixture().visit(async ({ page }) => {
      const none = {
        credential_enabled: false,
        magic_link_enabled: false,
        passkey_enabled: false,
        enabled_oauth_providers: []
      }
      await withConfig(page, none)
      await page.goto(`${fixture().screens}/handler/sign-in?extra`)
      await page.getByText("No authentication method enabled.").waitFor()
      await page.getByText("By going on you agree to the terms.").waitFor()
      expect(await page.getByLabel("Email").count()).toBe(0)
    }))

  it("accepts a password of 70 characters and one of 8", () =>
    fixture().visit(async ({ page }) => {
      for (const password of ["verdigris-lantern-42 ".repeat(4).slice(0, 70), "q7#Vz!2k"]) {
        await page.context().clearCookies()
        await page.goto(`${fixture().app}/handler/sign-up`)
        await fillSignUp(page, newEmail(), password)
        await signUpButton(page).click()
        await page.waitForURL(`${fixture().app}/`)
      }
      expect(PASSWORD.length).toBeGreaterThan(8)
    }))
}
