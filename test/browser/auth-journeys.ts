/** Tests signing in with each method. */
import type { Locator, Page, Route } from "playwright-core"
import { expect, it } from "vitest"
import { type AuthFixture, codeField, nextMail, NOOR, TESS, totp } from "./auth-fixture.ts"
import { addAuthenticator } from "./authenticator.ts"
import { clickButton, emailField, field, fillField } from "./controls.ts"
import { newEmail, PASSWORD, violations } from "./fixture.ts"

const send = async (page: Page, screens: string, email: string, query = "autofill=no") => {
  await page.goto(`${screens}/handler/sign-in?${query}`)
  await emailField(page).fill(email)
  await page.getByRole("button", { name: "Send email" }).click()
  await codeField(page).waitFor()
}

const signIn = async (page: Page, screens: string, email: string) => {
  await page.goto(`${screens}/handler/sign-in?autofill=no&password`)
  await emailField(page).fill(email)
  await fillField(page, "Password", PASSWORD)
  await clickButton(page, "Sign In")
}

const isFocused = (field: Locator) =>
  expect.poll(() => field.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)

const code = "POST /auth/otp/sign-in"

export const authJourneys = (fixture: () => AuthFixture) => {
  it("signs in with a magic link's code: rejects a wrong one, hides the error on input, accepts the right one", () =>
    fixture().visit(async ({ count, page }) => {
      const { service, screens } = fixture()
      const email = newEmail()
      await send(page, screens, email)
      await page.getByRole("heading", { level: 1, name: "Enter the code from your email" }).waitFor()
      await isFocused(codeField(page))
      expect(await page.getByText(email).count()).toBe(1)
      expect(await violations(page)).toEqual([])
      await page.keyboard.type("zz zz-zz")
      const error = page.getByRole("alert").filter({ hasText: "Invalid code" })
      await error.waitFor()
      expect(await codeField(page).inputValue()).toBe("")
      await isFocused(codeField(page))
      expect(await violations(page)).toEqual([])
      const { link, otp } = await nextMail(service, email)
      expect(link).toContain(`${screens}/handler/magic-link-callback?code=`)
      await page.keyboard.type(otp.slice(0, 1).toLowerCase())
      await error.waitFor({ state: "detached" })
      await page.keyboard.type(otp.slice(1).toLowerCase())
      await page.waitForURL("**/welcome")
      await page.getByText(`Signed in: ${email}`).waitFor()
      expect(count(code)).toBe(2)
      const kept = await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])
      )
      expect(kept).not.toContain(otp)
      expect(await page.evaluate(() => history.length)).toBeLessThan(4)
    }))

  it("returns to the email field for another address, ignores late responses, and existing users can sign in", () =>
    fixture().visit(async ({ count, page }) => {
      const { service, screens } = fixture()
      const held: Array<Route> = []
      await send(page, screens, NOOR)
      const { otp } = await nextMail(service, NOOR)
      await page.route("**/auth/otp/sign-in", (route) => void held.push(route))
      await isFocused(codeField(page))
      await page.keyboard.type(otp)
      await expect.poll(() => held.length).toBeGreaterThan(0)
      await page.getByRole("button", { name: "Use another address" }).click()
      await isFocused(emailField(page))
      expect(await emailField(page).inputValue()).toBe(NOOR)
      await Promise.all(held.map((route) => route.continue().catch(() => {})))
      await page.unroute("**/auth/otp/sign-in")
      // The response comes after both clicks: the second one would take the focus from the code field.
      const sent: Array<Route> = []
      await page.route("**/auth/otp/send-sign-in-code", (route) => void sent.push(route))
      await page.getByRole("button", { name: "Send email" }).dblclick()
      await expect.poll(() => sent.length).toBeGreaterThan(0)
      await Promise.all(sent.map((route) => route.continue()))
      await page.unroute("**/auth/otp/send-sign-in-code")
      await codeField(page).waitFor()
      expect(page.url()).toContain("/handler/sign-in")
      expect(count("POST /auth/otp/send-sign-in-code")).toBe(2)
      const second = await nextMail(service, NOOR)
      await isFocused(codeField(page))
      await page.keyboard.type(second.otp)
      await page.waitForURL(`${screens}/`)
    }))

  it("shows an invalid address, an offline device and disabled sign-up next to the field", () =>
    fixture().visit(async ({ count, page }) => {
      const { screens } = fixture()
      await page.goto(`${screens}/handler/sign-in?autofill=no`)
      const button = page.getByRole("button", { name: "Send email" })
      for (const [typed, message] of [
        ["", "Please enter your email"],
        [".a@b.example", "Please enter a valid email"]
      ] as const) {
        await emailField(page).fill(typed)
        await button.click()
        await page.getByRole("alert").filter({ hasText: message }).waitFor()
        await isFocused(emailField(page))
      }
      await emailField(page).fill("a<script>@fernhill.example")
      expect(count("POST /auth/otp/send-sign-in-code")).toBe(0)
      await emailField(page).fill(newEmail())
      await page.context().setOffline(true)
      await button.click()
      await page
        .getByRole("alert")
        .filter({ hasText: "You are offline." })
        .or(page.getByRole("alert").filter({ hasText: "cannot be reached" }))
        .waitFor()
      await page.context().setOffline(false)
      await page.route("**/auth/otp/send-sign-in-code", (route) =>
        route.request().method() === "OPTIONS"
          ? route.fallback()
          : route.fulfill({
              status: 400,
              headers: {
                "access-control-allow-origin": "*",
                "access-control-expose-headers": "*",
                "x-stack-known-error": "SIGN_UP_NOT_ENABLED"
              },
              json: { code: "SIGN_UP_NOT_ENABLED", error: "No." }
            })
      )
      await button.click()
      await page.getByRole("alert").filter({ hasText: "New account registration is not allowed" }).waitFor()
      expect(await emailField(page).getAttribute("aria-invalid")).toBe("true")
      await emailField(page).press("End")
      await page.keyboard.type("x")
      await page.getByRole("alert").waitFor({ state: "detached" })
    }))

  it("asks for a second factor after a password: rejects a wrong code, can be cancelled, accepts the right one", () =>
    fixture().visit(async ({ page }) => {
      const { service, screens } = fixture()
      await signIn(page, screens, TESS)
      await page.getByRole("heading", { level: 1, name: "Two-factor authentication" }).waitFor()
      await isFocused(codeField(page))
      expect(await violations(page)).toEqual([])
      await page.keyboard.type("000000")
      await page.getByRole("alert").filter({ hasText: "Invalid TOTP code" }).waitFor()
      expect(await codeField(page).inputValue()).toBe("")
      await page.getByRole("button", { name: "Cancel" }).click()
      await isFocused(emailField(page))
      expect(await field(page, "Password").inputValue()).toBe("")
      await fillField(page, "Password", PASSWORD)
      await page.keyboard.press("Enter")
      await isFocused(codeField(page))
      await page.keyboard.type(await totp(service))
      await page.waitForURL(`${screens}/`)
      await page.getByText(`Signed in: ${TESS}`).waitFor()
    }))

  it("asks for a second factor after a magic link, also when the first attempt has expired", () =>
    fixture().visit(async ({ page }) => {
      const { service, screens } = fixture()
      const twice = async () => {
        await page.keyboard.type((await nextMail(service, TESS)).otp)
        await page.getByRole("heading", { name: "Two-factor authentication" }).waitFor()
        await isFocused(codeField(page))
      }
      await send(page, screens, TESS)
      await twice()
      await page.route("**/auth/mfa/sign-in", (route) =>
        route.request().method() === "OPTIONS"
          ? route.fallback()
          : route.fulfill({
              status: 400,
              headers: {
                "access-control-allow-origin": "*",
                "access-control-expose-headers": "*",
                "x-stack-known-error": "VERIFICATION_CODE_EXPIRED"
              },
              json: { code: "VERIFICATION_CODE_EXPIRED", error: "Too late." }
            })
      )
      await page.keyboard.type("123456")
      await page.getByRole("alert").filter({ hasText: "Start over." }).waitFor()
      await page.unroute("**/auth/mfa/sign-in")
      await page.keyboard.press("Enter")
      await page.getByRole("button", { name: "Send email" }).click()
      await codeField(page).waitFor()
      await twice()
      await page.keyboard.type(await totp(service))
      await page.waitForURL(`${screens}/`)
    }))

  it("signs in with a provider and marks it as the last used", () =>
    fixture().visit(async ({ page }) => {
      const { screens } = fixture()
      const email = newEmail()
      await page.goto(`${screens}/handler/sign-in?autofill=no`)
      await page.getByRole("button", { name: "Sign in with GitHub" }).dblclick()
      await page.getByRole("button", { name: "Continue" }).waitFor()
      await fillField(page, "Email", email)
      await page.getByRole("button", { name: "Continue" }).click()
      await page.waitForURL("**/welcome")
      await page.getByText(`Signed in: ${email}`).waitFor()
      await page.context().clearCookies()
      await page.goto(`${screens}/handler/sign-in?autofill=no`)
      await page.locator("[data-provider=github][data-last]").waitFor()
      await page.getByRole("button", { name: "Sign in with GitHub" }).click()
      await page.getByRole("button", { name: "Cancel" }).click()
      await page.getByRole("heading", { name: "The provider denied access" }).waitFor()
    }))

  it("provider buttons work after the Back button", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(`${fixture().screens}/handler/sign-in?autofill=no`)
      await page.getByRole("button", { name: "Sign in with Google" }).click()
      await page.getByRole("button", { name: "Continue" }).waitFor()
      await page.goBack()
      const button = page.getByRole("button", { name: "Sign in with Google" })
      await button.and(page.locator(":not([aria-busy])")).waitFor()
      await button.click()
      await page.getByRole("button", { name: "Continue" }).waitFor()
    }))

  it("signs in with a passkey from the field and from the button, and shows failures", () =>
    fixture().visit(async ({ count, page }) => {
      const { screens } = fixture()
      const initiate = "POST /auth/passkey/initiate-passkey-authentication"
      await addAuthenticator(page)
      await signIn(page, screens, NOOR)
      await page.getByText(`Signed in: ${NOOR}`).waitFor()
      await page.getByRole("button", { name: "Add a passkey" }).click()
      await expect.poll(() => page.title()).toBe("Registered")
      await page.context().clearCookies()

      // This authenticator selects a passkey immediately.
      await page.goto(`${screens}/handler/sign-in`)
      await page.getByText(`Signed in: ${NOOR}`).waitFor()
      expect(count(initiate)).toBe(1)
      await page.context().clearCookies()

      await page.goto(`${screens}/handler/sign-in?autofill=no`)
      await page.locator("[data-provider=passkey][data-last]").waitFor()
      await page.getByRole("button", { name: "Sign in with Passkey" }).dblclick()
      await page.getByText(`Signed in: ${NOOR}`).waitFor()
      expect(count(initiate)).toBe(2)
      await page.context().clearCookies()

      await page.goto(`${screens}/handler/sign-in?autofill=no`)
      await emailField(page).waitFor()
      await page.evaluate(() => {
        navigator.credentials.get = () => Promise.reject(new DOMException("no", "NotAllowedError"))
      })
      await page.getByRole("button", { name: "Sign in with Passkey" }).click()
      await page.getByRole("alert").filter({ hasText: "The passkey could not be used." }).waitFor()
      expect(await violations(page)).toEqual([])
    }))

  it("requests project and challenge once, and renews the challenge before it expires while visible", () =>
    fixture().visit(async ({ count, page, requests }) => {
      await page.clock.install()
      await page.addInitScript(() => {
        // A browser with passkey autofill, and a user who never selects a passkey.
        Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: () => Promise.resolve(true) })
        navigator.credentials.get = ({ signal } = {}) =>
          new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)))
        Object.defineProperty(document, "visibilityState", { get: () => Reflect.get(globalThis, "seen") ?? "visible" })
      })
      const initiate = "POST /auth/passkey/initiate-passkey-authentication"
      const look = (state: string) =>
        page.evaluate((state) => {
          Reflect.set(globalThis, "seen", state)
          document.dispatchEvent(new Event("visibilitychange"))
        }, state)
      await page.goto(`${fixture().screens}/handler/sign-in`)
      await expect.poll(() => count(initiate)).toBe(1)
      expect(await emailField(page).getAttribute("autocomplete")).toBe("username webauthn")
      expect(requests.filter((request) => !request.startsWith("OPTIONS"))).toEqual(["GET /projects/current", initiate])
      // The clock of the page runs on between these lines.
      await page.clock.runFor(30_000)
      expect(count(initiate)).toBe(1)
      await page.clock.runFor(26_000)
      await expect.poll(() => count(initiate)).toBe(2)
      await look("hidden")
      await page.clock.runFor(180_000)
      expect(count(initiate)).toBe(2)
      await look("visible")
      await expect.poll(() => count(initiate)).toBe(3)
    }))

  it("signs in with the keyboard alone, from the tabs to the code", () =>
    fixture().visit(async ({ page }) => {
      const { service, screens } = fixture()
      const email = newEmail()
      await page.goto(`${screens}/handler/sign-in?autofill=no`)
      await page.getByRole("tab", { name: "Email", exact: true }).waitFor()
      for (let stop = 0; stop < 4; stop++) await page.keyboard.press("Tab")
      await page.keyboard.press("ArrowRight")
      await field(page, "Password").waitFor()
      await page.keyboard.press("ArrowLeft")
      await page.keyboard.press("Tab")
      await isFocused(emailField(page))
      await page.keyboard.type(email)
      await page.keyboard.press("Enter")
      await isFocused(codeField(page))
      await page.keyboard.type((await nextMail(service, email)).otp)
      await page.waitForURL("**/welcome")
    }))
}
