/** The pages that mails lead to: a password is reset, an address verified, a link signs in. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { fillSignIn, newEmail, PASSWORD, type Place, signInButton, signUpAt, violations } from "./place.ts"
import { ask, control, mailedLink, newUser, requireSecondFactor, secondFactor } from "./service-calls.ts"

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor()
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

const NEW_PASSWORD = "harbour-terracotta-77"

const resetLink = async (place: Place, email: string) => {
  await ask(place, "POST", "/auth/password/send-reset-code", {
    email,
    callback_url: `${place.stage}/handler/password-reset`
  })
  return mailedLink(place, email, "password_reset")
}

const magicLink = async (place: Place, email: string, page = `${place.stage}/handler/magic-link-callback`) => {
  await ask(place, "POST", "/auth/otp/send-sign-in-code", { email, callback_url: page })
  return mailedLink(place, email, "magic_link")
}

/** Addresses that somebody cut, guessed or wrote. */
const strangeCodes = ["", "?code=", "?code=abc", `?code=${"0".repeat(45)}`, "?code=%00&code=<b>", `?code=${"x".repeat(3000)}`]

export const mailedPages = (place: () => Place) => {
  it("says the same whether or not an address is known [5.email] [8.userNotFound] [2.emailSent]", () =>
    place().visit(async ({ count, page }) => {
      const known = newEmail()
      await newUser(place(), known)
      for (const email of [known, newEmail()]) {
        await page.goto(`${place().stage}/handler/forgot-password`)
        await title(page, "Reset your password")
        await button(page, "Send email").click()
        await page.getByText("Please enter your email").waitFor()
        await page.getByLabel("Your email").fill("noor@fernhill")
        await page.getByText("Please enter a valid email").waitFor()
        expect(await violations(page)).toEqual([])
        await page.getByLabel("Your email").fill(email)
        await button(page, "Send email").dblclick()
        await title(page, "Email sent!")
        await page.getByText("If the user with this e-mail address exists, an e-mail was sent").waitFor()
        expect(await focusedText(page)).toBe("Email sent!")
      }
      expect(count("POST /auth/password/send-reset-code")).toBe(2)
      expect(await violations(page)).toEqual([])
      await button(page, "Go home").click()
      await page.waitForURL(`${place().stage}/`)
    }))

  it("says so when it is offline, and sends when it is not any more [8.offline]", () =>
    place().visit(async ({ page }) => {
      await page.goto(`${place().stage}/handler/forgot-password`)
      await page.getByLabel("Your email").fill(newEmail())
      // What is loaded on first use is here already: being without a connection begins after that.
      await page.route("**/auth/password/send-reset-code", (route) => route.abort())
      await button(page, "Send email").click()
      await page.getByRole("alert").waitFor()
      await page.unrouteAll({ behavior: "ignoreErrors" })
      await button(page, "Send email").click()
      await title(page, "Email sent!")
    }))

  it("resets a password [11.reset] [2.passwordReset] [5.password] [5.repeat] [O8] [O9] [S8]", () =>
    place().visit(async ({ count, page }) => {
      const email = newEmail()
      await newUser(place(), email)
      const link = await resetLink(place(), email)
      await page.goto(`${link}&after_auth_return_to=%2Fnotes`)
      await title(page, "Choose a new password")
      expect(page.url()).not.toContain("code=")
      expect(await page.locator("meta[name=referrer]").getAttribute("content")).toBe("no-referrer")
      expect(count("POST /auth/password/reset/check-code")).toBe(1)
      // A reload finds the code again, though no address has it.
      await page.reload()
      await title(page, "Choose a new password")
      const submit = button(page, "Reset password")
      await submit.click()
      await page.getByText("Please enter your password").waitFor()
      await page.getByText("Please repeat your password").waitFor()
      expect(await violations(page)).toEqual([])
      const password = page.getByLabel("New password", { exact: true })
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
      await title(page, "Password reset successfully!")
      expect(count("POST /auth/password/reset")).toBe(1)
      expect(await focusedText(page)).toBe("Password reset successfully!")
      expect(await violations(page)).toEqual([])
      await button(page, "Sign in").click()
      await page.waitForURL(`${place().stage}/handler/sign-in`)
      await fillSignIn(page, email, NEW_PASSWORD)
      await signInButton(page).click()
      await page.waitForURL(`${place().stage}/`)
      await page.goto(link)
      await title(page, "This link has already been used")
      expect(await violations(page)).toEqual([])
      await button(page, "Send another email").click()
      await page.waitForURL("**/handler/forgot-password")
      await title(page, "You are already signed in")
    }))

  it("has cards for links that do not work, and asks nothing about what is no code [11.reset] [11.magicLink] [8.codes]", () =>
    place().visit(async ({ count, page }) => {
      for (const query of strangeCodes) {
        await page.goto(`${place().stage}/handler/password-reset${query}`)
        await title(page, "This link is not valid")
        await page.goto(`${place().stage}/handler/email-verification${query}`)
        const confirm = button(page, "Verify email")
        await page.getByRole("heading", { level: 1 }).waitFor()
        if (await confirm.isVisible()) await confirm.click()
        await title(page, "This link is not valid")
        await page.goto(`${place().stage}/handler/magic-link-callback${query}`)
        await page.locator("h1").waitFor()
        if (await button(page, "Sign in").isVisible() && await page.getByText("Confirm that").isVisible()) {
          await button(page, "Sign in").click()
        }
        await title(page, "This link is not valid")
        expect(await violations(page)).toEqual([])
      }
      expect(count("POST /auth/password/reset/check-code")).toBe(1)
      expect(count("POST /contact-channels/verify")).toBe(1)
      expect(count("POST /auth/otp/sign-in")).toBe(1)
    }))

  it("verifies an address after a click, and not before [11.verification] [O8]", () =>
    place().visit(async ({ count, page }) => {
      const email = await signUpAt(page, place().app)
      const link = await mailedLink(place(), email, "email_verification")
      await page.goto(link)
      await title(page, "Verify your e-mail address")
      expect(page.url()).toBe(`${place().app}/handler/email-verification`)
      expect(count("POST /contact-channels/verify")).toBe(0)
      expect(await violations(page)).toEqual([])
      await button(page, "Cancel").click()
      await page.waitForURL(`${place().app}/`)
      await page.goBack()
      await title(page, "Verify your e-mail address")
      await button(page, "Verify email").dblclick()
      await title(page, "Your e-mail address is verified")
      expect(count("POST /contact-channels/verify")).toBe(1)
      await page.reload()
      await button(page, "Verify email").click()
      await title(page, "Your e-mail address is verified")
      expect(await violations(page)).toEqual([])
    }))

  it("signs in by a link, whoever is new goes to after-sign-up [11.magicLink] [4.newUser] [S8]", () =>
    place().visit(async ({ count, page }) => {
      const urls = encodeURIComponent(JSON.stringify({ afterSignUp: "/welcome", afterSignIn: "/back" }))
      const callback = `${place().stage}/handler/magic-link-callback?urls=${urls}`
      const email = newEmail()
      for (const destination of ["/welcome", "/back"]) {
        const link = await magicLink(place(), email, callback)
        await page.goto(link)
        await title(page, "Sign in with this link")
        expect(page.url()).not.toContain("code=")
        expect(await violations(page)).toEqual([])
        const before = count("POST /auth/otp/sign-in")
        await button(page, "Sign in").dblclick()
        await page.waitForURL(`${place().stage}${destination}`)
        expect(count("POST /auth/otp/sign-in")).toBe(before + 1)
        // The same link once more, for who is signed in and who is not.
        await page.goto(link)
        await title(page, "You are already signed in")
        await page.context().clearCookies()
        await page.goto(link)
        await button(page, "Sign in").click()
        await title(page, "This link has already been used")
        expect(await violations(page)).toEqual([])
      }
    }))

  it("tells who is late that another tab was first [11.magicLink]", () =>
    place().visit(async ({ page }) => {
      const link = await magicLink(place(), newEmail())
      const second = await page.context().newPage()
      for (const tab of [page, second]) {
        await tab.goto(link)
        await title(tab, "Sign in with this link")
      }
      await button(page, "Sign in").click()
      await page.waitForURL(`${place().stage}/`)
      await second.bringToFront()
      await title(second, "You are already signed in")
    }))

  it("asks for the second factor after a link [4.secondFactor] [11.magicLink]", () =>
    place().visit(async ({ count, page }) => {
      const email = newEmail()
      await requireSecondFactor(place(), await newUser(place(), email))
      const reset = await resetLink(place(), email)
      expect(reset).toContain("code=")
      // Only a verified address signs in by a link.
      const verification = await mailedLink(place(), email, "email_verification")
      await ask(place(), "POST", "/contact-channels/verify", { code: new URL(verification).searchParams.get("code") })
      await ask(place(), "POST", "/auth/password/sign-in", { email, password: PASSWORD }).catch(() => {})
      await page.goto(await magicLink(place(), email))
      await button(page, "Sign in").click()
      await title(page, "Two-factor authentication")
      const code = page.getByLabel("Code from your authenticator app")
      await code.waitFor()
      expect(await violations(page)).toEqual([])
      const wrong = secondFactor() === "000000" ? "111111" : "000000"
      await code.fill(wrong)
      await page.getByRole("alert").filter({ hasText: "Invalid TOTP code" }).waitFor()
      expect(await code.inputValue()).toBe("")
      await code.fill(secondFactor())
      await page.waitForURL(`${place().stage}/`)
      expect(count("POST /auth/mfa/sign-in")).toBe(2)
    }))

  it("has a card for links that came too late [8.codes] [11.reset] [11.magicLink] [11.verification]", () =>
    place().visit(async ({ page }) => {
      const email = newEmail()
      await newUser(place(), email)
      const links = [
        await resetLink(place(), email),
        await mailedLink(place(), email, "email_verification"),
        await magicLink(place(), newEmail())
      ]
      await control(place(), "/clock/advance", { millis: 30 * 24 * 3600 * 1000 })
      for (const link of links) {
        await page.goto(link)
        await page.locator("h1").waitFor()
        const confirm = page.getByRole("button", { name: /^(Verify email|Sign in)$/ })
        if (await page.getByText("Confirm that").isVisible()) await confirm.click()
        await title(page, "This link has expired")
        expect(await violations(page)).toEqual([])
      }
    }))
}
