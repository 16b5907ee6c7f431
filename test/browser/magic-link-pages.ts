/** Tests the page that the link of a sign-in mail opens. The last test moves the service's clock. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { DAY } from "../durations.ts"
import { button, clickButton, waitForTitle } from "./controls.ts"
import { newEmail, type Fixture, violations } from "./fixture.ts"
import {
  ask,
  configure,
  control,
  mailedLink,
  newUser,
  requireSecondFactor,
  resetLink,
  secondFactor
} from "./service-calls.ts"

const magicLink = async (fixture: Fixture, email: string, page = `${fixture.screens}/handler/magic-link-callback`) => {
  await ask(fixture, "POST", "/auth/otp/send-sign-in-code", { email, callback_url: page })
  return mailedLink(fixture, email, "magic_link")
}

export const magicLinkPages = (fixture: () => Fixture) => {
  beforeAll(() => configure(fixture(), { magic_link_enabled: true }))
  afterAll(() => configure(fixture(), { magic_link_enabled: false }))

  it("signs in by a link, and redirects new users to the after-sign-up page", () =>
    fixture().visit(async ({ count, page }) => {
      const urls = encodeURIComponent(JSON.stringify({ afterSignUp: "/welcome", afterSignIn: "/back" }))
      const callback = `${fixture().screens}/handler/magic-link-callback?urls=${urls}`
      const email = newEmail()
      for (const destination of ["/welcome", "/back"]) {
        const link = await magicLink(fixture(), email, callback)
        await page.goto(link)
        await waitForTitle(page, "Sign in with this link")
        expect(page.url()).not.toContain("code=")
        expect(await violations(page)).toEqual([])
        const before = count("POST /auth/otp/sign-in")
        await button(page, "Sign in").dblclick()
        await page.waitForURL(`${fixture().screens}${destination}`)
        expect(count("POST /auth/otp/sign-in")).toBe(before + 1)
        // Opens the same link again, signed in and signed out.
        await page.goto(link)
        await waitForTitle(page, "You are already signed in")
        await page.context().clearCookies()
        await page.goto(link)
        await clickButton(page, "Sign in")
        await waitForTitle(page, "This link has already been used")
        expect(await violations(page)).toEqual([])
      }
    }))

  it("shows a card when the link was used in another tab first", () =>
    fixture().visit(async ({ page }) => {
      const link = await magicLink(fixture(), newEmail())
      const second = await page.context().newPage()
      for (const tab of [page, second]) {
        await tab.goto(link)
        await waitForTitle(tab, "Sign in with this link")
      }
      await clickButton(page, "Sign in")
      await page.waitForURL(`${fixture().screens}/`)
      await second.bringToFront()
      await waitForTitle(second, "You are already signed in")
    }))

  it("asks for the second factor after a link", () =>
    fixture().visit(async ({ count, page }) => {
      const email = newEmail()
      await requireSecondFactor(fixture(), await newUser(fixture(), email))
      // Only a verified address can sign in by a link.
      const verification = await mailedLink(fixture(), email, "email_verification")
      await ask(fixture(), "POST", "/contact-channels/verify", { code: new URL(verification).searchParams.get("code") })
      await page.goto(await magicLink(fixture(), email))
      await clickButton(page, "Sign in")
      await waitForTitle(page, "Two-factor authentication")
      const code = page.getByLabel("Code from your authenticator app")
      await code.waitFor()
      expect(await violations(page)).toEqual([])
      const wrong = (await secondFactor()) === "000000" ? "111111" : "000000"
      await code.fill(wrong)
      await page.getByRole("alert").filter({ hasText: "Invalid TOTP code" }).waitFor()
      expect(await code.inputValue()).toBe("")
      await code.fill(await secondFactor())
      await page.waitForURL(`${fixture().screens}/`)
      expect(count("POST /auth/mfa/sign-in")).toBe(2)
    }))

  it("shows a card for expired links", () =>
    fixture().visit(async ({ page }) => {
      const email = newEmail()
      await newUser(fixture(), email)
      const links = [
        await resetLink(fixture(), email),
        await mailedLink(fixture(), email, "email_verification"),
        await magicLink(fixture(), newEmail())
      ]
      // Codes expire after a week and are deleted a week later.
      await control(fixture(), "/clock/advance", { millis: 8 * DAY })
      for (const link of links) {
        await page.goto(link)
        await page.locator("h1.ks-title").waitFor()
        const confirm = page.getByRole("button", { name: /^(Verify email|Sign in)$/ })
        if (await page.getByText("Confirm that").isVisible()) await confirm.click()
        await waitForTitle(page, "This link has expired")
        expect(await violations(page)).toEqual([])
      }
    }))
}
