/** Tests the pages that mails link to: resetting a password and verifying an address. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { BREACHED_TEXT, refuseAsBreached } from "./breached-password.ts"
import { button, clickButton, field, fillField, waitForTitle } from "./controls.ts"
import { newEmail, type Fixture, violations } from "./fixture.ts"
import { mailedLink, newUser, resetLink } from "./service-calls.ts"
import { fillSignIn, signInButton } from "./sign-in-forms.ts"
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

const NEW_PASSWORD = "harbour-terracotta-77"

/** Malformed, guessed and oversized query strings. */
const strangeCodes = ["", "?code=%00&code=<b>", `?code=${"x".repeat(3000)}`, `?code=${"0".repeat(45)}`]

export const mailedPages = (fixture: () => Fixture) => {
  it("shows the same whether or not an address has an account", () =>
    fixture().visit(async ({ count, page }) => {
      const known = newEmail()
      await newUser(fixture(), known)
      for (const email of [known, newEmail()]) {
        await page.goto(`${fixture().screens}/handler/forgot-password`)
        await waitForTitle(page, "Reset your password")
        await page.getByLabel("Your email").fill("")
        await clickButton(page, "Email me a link")
        await page.getByText("Please enter your email").waitFor()
        await page.getByLabel("Your email").fill("noor@fernhill")
        await clickButton(page, "Email me a link")
        await page.getByText("Please enter a valid email").waitFor()
        expect(await violations(page)).toEqual([])
        await page.getByLabel("Your email").fill(email)
        await button(page, "Email me a link").dblclick()
        await waitForTitle(page, "Email sent!")
        await page.getByText("If the user with this e-mail address exists, an e-mail was sent").waitFor()
        await expect.poll(() => focusedText(page)).toBe("Email sent!")
      }
      expect(count("POST /auth/password/send-reset-code")).toBe(2)
      expect(await violations(page)).toEqual([])
      await clickButton(page, "Go home")
      await page.waitForURL(`${fixture().screens}/`)
    }))

  it("shows an error while offline, and sends the mail when online again", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(`${fixture().screens}/handler/forgot-password`)
      await page.getByLabel("Your email").fill(newEmail())
      await page.context().setOffline(true)
      await clickButton(page, "Email me a link")
      await page.getByRole("alert").filter({ hasText: "You are offline." }).waitFor()
      await page.context().setOffline(false)
      await page.getByRole("alert").waitFor({ state: "detached" })
      await clickButton(page, "Email me a link")
      await waitForTitle(page, "Email sent!")
    }))

  it("resets a password", () =>
    fixture().visit(async ({ count, page }) => {
      const email = newEmail()
      await newUser(fixture(), email)
      const link = await resetLink(fixture(), email)
      await page.goto(`${link}&after_auth_return_to=%2Fnotes`)
      await waitForTitle(page, "Choose a new password")
      expect(page.url()).not.toContain("code=")
      expect(await page.locator("meta[name=referrer]").getAttribute("content")).toBe("no-referrer")
      expect(count("POST /auth/password/reset/check-code")).toBe(1)
      // A reload keeps the code, although it is in no URL.
      await page.reload()
      await waitForTitle(page, "Choose a new password")
      expect(await page.locator("input[autocomplete=username]").inputValue()).toBe(email)
      const submit = button(page, "Reset password")
      await submit.click()
      await page.getByText("Please enter your password").waitFor()
      await page.getByText("Please repeat your password").waitFor()
      expect(await violations(page)).toEqual([])
      const password = field(page, "New password")
      const repeat = page.getByLabel("Repeat new password")
      const tries = [
        ["short", "short", "Password must be at least 8 characters"],
        ["x".repeat(71), "x".repeat(71), "Password must be at most 70 characters"],
        ["password1", "password1", "Please choose a stronger password"],
        [NEW_PASSWORD, "another-password", "Passwords do not match"]
      ] as const
      for (const [first, second, text] of tries) {
        await password.fill(first)
        await repeat.fill(second)
        await submit.click()
        await page.getByRole("alert").filter({ hasText: text }).waitFor()
      }
      await repeat.fill(NEW_PASSWORD)
      expect(await page.getByRole("alert").count()).toBe(0)
      await submit.dblclick()
      await waitForTitle(page, "Password reset successfully!")
      expect(count("POST /auth/password/reset")).toBe(1)
      await expect.poll(() => focusedText(page)).toBe("Password reset successfully!")
      expect(await violations(page)).toEqual([])
      await clickButton(page, "Sign in")
      await page.waitForURL(`${fixture().screens}/handler/sign-in`)
      await fillSignIn(page, email, NEW_PASSWORD)
      await signInButton(page).click()
      await page.waitForURL(`${fixture().screens}/`)
      await page.goto(link)
      await waitForTitle(page, "This link has already been used")
      expect(await violations(page)).toEqual([])
      await clickButton(page, "Request a new link")
      await page.waitForURL("**/handler/forgot-password")
      await waitForTitle(page, "You are already signed in")
    }))

  it("resets a password after a breached one was refused, with the same link", () =>
    fixture().visit(async ({ page }) => {
      const email = newEmail()
      await newUser(fixture(), email)
      await refuseAsBreached(page, "/auth/password/reset")
      await page.goto(await resetLink(fixture(), email))
      await waitForTitle(page, "Choose a new password")
      const fill = async (password: string) => {
        await fillField(page, "New password", password)
        await page.getByLabel("Repeat new password").fill(password)
        await clickButton(page, "Reset password")
      }
      await fill(NEW_PASSWORD)
      await page.getByRole("alert").filter({ hasText: BREACHED_TEXT }).waitFor()
      expect(await violations(page)).toEqual([])
      await fill(`${NEW_PASSWORD}!`)
      await waitForTitle(page, "Password reset successfully!")
    }))

  it("shows cards for invalid links, and sends no request for a malformed code", () =>
    fixture().visit(async ({ count, page }) => {
      const pages = [
        ["password-reset", null],
        ["email-verification", "Verify email"],
        ["magic-link-callback", "Sign in"]
      ] as const
      for (const query of strangeCodes) {
        for (const [name, confirm] of pages) {
          await page.goto(`${fixture().screens}/handler/${name}${query}`)
          if (confirm !== null && query.length === 51) {
            await page.getByText("Confirm that").waitFor()
            await clickButton(page, confirm)
          }
          await waitForTitle(page, "This link is not valid")
        }
      }
      expect(count("POST /auth/password/reset/check-code")).toBe(1)
      expect(count("POST /contact-channels/verify")).toBe(1)
      expect(count("POST /auth/otp/sign-in")).toBe(1)
    }))

  it("verifies an address on a click, not on load", () =>
    fixture().visit(async ({ count, page }) => {
      const email = newEmail()
      await newUser(fixture(), email, `${fixture().app}/handler/email-verification`)
      const link = await mailedLink(fixture(), email, "email_verification")
      await page.goto(link)
      await waitForTitle(page, "Verify your email address")
      expect(page.url()).toBe(`${fixture().app}/handler/email-verification`)
      expect(count("POST /contact-channels/verify")).toBe(0)
      expect(await violations(page)).toEqual([])
      await clickButton(page, "Cancel")
      await page.waitForURL(`${fixture().app}/`)
      await page.goBack()
      await waitForTitle(page, "Verify your email address")
      await button(page, "Verify email").dblclick()
      await waitForTitle(page, "Your email address is verified")
      expect(count("POST /contact-channels/verify")).toBe(1)
      await page.reload()
      await clickButton(page, "Verify email")
      await waitForTitle(page, "Your email address is verified")
      expect(await violations(page)).toEqual([])
    }))
}
