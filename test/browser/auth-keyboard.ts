/** Tests each sign-in method with the keyboard alone: no clicks, and each step starts from the current focus. */
import type { Locator, Page } from "playwright-core"
import { expect, it } from "vitest"
import { type AuthFixture, codeField, nextMail, TESS, totp } from "./auth-fixture.ts"
import { addAuthenticator } from "./authenticator.ts"
import { emailField, field } from "./controls.ts"
import { newEmail, PASSWORD } from "./fixture.ts"

const NEW_PASSWORD = "harbour-terracotta-77"

const hasFocus = (field: Locator) => field.evaluate((element) => element === element.ownerDocument.activeElement)
const isFocused = (field: Locator) => expect.poll(() => hasFocus(field)).toBe(true)

/** Presses Tab until the element has the focus. */
const tabTo = async (page: Page, target: Locator) => {
  await target.waitFor()
  for (let stops = 0; stops < 20; stops++) {
    if (await hasFocus(target)) return
    await page.keyboard.press("Tab")
  }
  throw new Error(`The keyboard does not lead to ${target}.`)
}

const press = async (page: Page, name: string, role: "button" | "link" | "tab" = "button") => {
  await tabTo(page, page.getByRole(role, { name, exact: true }))
  await page.keyboard.press("Enter")
}

const type = async (page: Page, label: string, text: string) => {
  await tabTo(page, field(page, label))
  await page.keyboard.type(text)
}

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name })

export const authKeyboard = (fixture: () => AuthFixture) => {
  it("signs in with the keyboard: a password and a second factor, then a passkey and a second factor", () =>
    fixture().visit(async ({ count, page }) => {
      const { service, screens } = fixture()
      await addAuthenticator(page)
      await page.goto(`${screens}/handler/sign-in?autofill=no&password`)
      await tabTo(page, emailField(page))
      await page.keyboard.type(TESS)
      await type(page, "Password", PASSWORD)
      await page.keyboard.press("Enter")
      await isFocused(codeField(page))
      await page.keyboard.type(await totp(service))
      await page.getByText(`Signed in: ${TESS}`).waitFor()
      await press(page, "Add a passkey")
      await expect.poll(() => page.title()).toBe("Registered")
      await page.context().clearCookies()

      await page.goto(`${screens}/handler/sign-in?autofill=no`)
      await press(page, "Sign in with Passkey")
      await title(page, "Two-factor authentication").waitFor()
      await isFocused(codeField(page))
      // The passkey alone does not sign the user in.
      expect((await page.context().cookies()).filter(({ name }) => name.startsWith("stack-refresh"))).toEqual([])
      await page.keyboard.type(await totp(service))
      await page.getByText(`Signed in: ${TESS}`).waitFor()
      expect(count("POST /auth/passkey/sign-in")).toBe(1)
    }))

  it("signs in with the keyboard at a provider and its page", () =>
    fixture().visit(async ({ page }) => {
      const email = newEmail()
      await page.goto(`${fixture().screens}/handler/sign-in?autofill=no`)
      await press(page, "Sign in with GitHub")
      await page.waitForURL(`${fixture().service}/**`)
      await tabTo(page, page.getByLabel("Email").first())
      await page.keyboard.press("ControlOrMeta+a")
      await page.keyboard.type(email)
      await page.keyboard.press("Enter")
      await page.getByText(`Signed in: ${email}`).waitFor()
    }))

  it("signs up with the keyboard, verifies the address and resets the password", () =>
    fixture().visit(async ({ page }) => {
      const { service, screens } = fixture()
      const email = newEmail()
      await page.goto(`${screens}/handler/sign-up?password`)
      await tabTo(page, emailField(page))
      await page.keyboard.type(email)
      await type(page, "Password", PASSWORD)
      await type(page, "Repeat Password", PASSWORD)
      await page.keyboard.press("Enter")
      await page.getByText(`Signed in: ${email}`).waitFor()

      await page.goto((await nextMail(service, email)).link)
      await press(page, "Verify email")
      await isFocused(title(page, "Your email address is verified"))
      await page.context().clearCookies()

      await page.goto(`${screens}/handler/sign-in?autofill=no&password`)
      await press(page, "Forgot password?", "link")
      await type(page, "Your email", email)
      await page.keyboard.press("Enter")
      await isFocused(title(page, "Email sent!"))
      await page.goto((await nextMail(service, email)).link)
      await type(page, "New password", NEW_PASSWORD)
      await type(page, "Repeat new password", NEW_PASSWORD)
      await page.keyboard.press("Enter")
      await isFocused(title(page, "Password reset successfully!"))
      await press(page, "Sign in")
      await page.waitForURL("**/handler/sign-in")
    }))
}
