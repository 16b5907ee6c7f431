/** Tests the account settings. */
import { expect, it } from "vitest"
import { confirmWithPassword, photo, section, settingsOf, signUp, totp, verify } from "./account-fixture.ts"
import { addAuthenticator } from "./authenticator.ts"
import { BREACHED_TEXT, refuseAsBreached } from "./breached-password.ts"
import { button, clickButton, field, fillField, waitForTitle } from "./controls.ts"
import { newEmail, PASSWORD, picture, type Fixture, violations } from "./fixture.ts"
import { mailedLink, newUser } from "./service-calls.ts"
import { fillSignInTab, signInButton } from "./sign-in-forms.ts"

export const accountSettings = (fixture: () => Fixture) => {
  it("requires a user and returns to the requested page after sign-in", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(settingsOf(fixture(), "#auth"))
      await page.waitForURL("**/handler/sign-in?**")
    }))

  it("changes names and images, and rejects files that are no images", () =>
    fixture().visit(async ({ count, page }) => {
      await signUp(fixture(), page)
      await page.goto(settingsOf(fixture()))
      await waitForTitle(page, "My profile")
      await fillField(page, "Name", "Noor Lindqvist")
      await clickButton(page, "Save")
      await section(page, "Display name").getByText("Saved.").waitFor()
      await button(page, "Save").waitFor({ state: "detached" })

      const image = section(page, "Profile image")
      const choose = async (name: string, mimeType: string, buffer: Buffer) => {
        await image.locator("input[type=file]").setInputFiles({ name, mimeType, buffer })
      }
      const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")
      await choose("logo.svg", "image/svg+xml", svg)
      await image.getByText("SVG files can contain scripts").waitFor()
      await choose("logo.png", "image/png", svg)
      await image.getByText("could not be read as an image").waitFor()
      // Created in the page: sending a file of this size to the browser is slow.
      await image.locator("input[type=file]").evaluate((input: HTMLInputElement) => {
        const files = new DataTransfer()
        files.items.add(new File([new Uint8Array(20_000_001)], "film.png", { type: "image/png" }))
        input.files = files.files
        input.dispatchEvent(new Event("change", { bubbles: true }))
      })
      await image.getByText("too large").waitFor()
      await choose("photo.png", "image/png", await photo(page, 3000, 2000))
      const dialog = page.getByRole("dialog")
      await dialog.getByRole("application").press("ArrowRight")
      await dialog.getByLabel("Zoom").fill("2")
      await picture(page, "account-crop")
      await clickButton(dialog, "Save")
      await dialog.waitFor({ state: "detached" })
      const source = (await image.locator("img").getAttribute("src")) ?? ""
      expect(source.startsWith("data:image/jpeg;base64,")).toBe(true)
      expect(Buffer.from(source.split(",")[1] ?? "", "base64").length).toBeLessThanOrEqual(100_000)
      await clickButton(image, "Remove")
      await image.locator("img").waitFor({ state: "detached" })
      expect(count("PATCH /users/me")).toBe(3)
    }))

  it("adds an address, verifies it, makes it primary, signs in with it and removes it, but never the last one", () =>
    fixture().visit(async ({ page }) => {
      const email = await signUp(fixture(), page)
      const other = newEmail()
      await page.goto(settingsOf(fixture(), "#auth"))
      const emails = section(page, "Emails")
      const row = (address: string) => emails.getByRole("listitem").filter({ hasText: address })
      const menu = async (address: string, item: string) => {
        await row(address).getByRole("button").click()
        await page.getByRole("menuitem", { name: item }).click()
      }
      await row(email).getByText("Used for sign-in").waitFor()
      await row(email).getByRole("button").click()
      for (const item of ["Stop using for sign-in", "Remove"]) {
        expect(await page.getByRole("menuitem", { name: item }).getAttribute("aria-disabled")).toBe("true")
      }
      await picture(page, "account-email-menu")
      await page.keyboard.press("Escape")
      await page.getByRole("menu").waitFor({ state: "detached" })
      await emails.getByLabel("Add an email").fill(email.toUpperCase())
      await clickButton(emails, "Add")
      await emails.getByText("You have already added this email").waitFor()
      await emails.getByLabel("Add an email").fill(other)
      await clickButton(emails, "Add")
      await emails.getByText(`We sent an email to ${other}`).waitFor()
      await row(other).getByText("Unverified").waitFor()
      await page.goto(await mailedLink(fixture(), other, "email_verification"))
      await clickButton(page, "Verify email")
      await waitForTitle(page, "Your email address is verified")

      await page.goto(settingsOf(fixture(), "#auth"))
      await menu(other, "Set as primary")
      await row(other).getByText("Primary").waitFor()
      await menu(other, "Use for sign-in")
      await row(other).getByText("Used for sign-in").waitFor()
      await menu(email, "Stop using for sign-in")
      await row(email).getByText("Used for sign-in").waitFor({ state: "detached" })
      await menu(email, "Remove")
      await clickButton(page.getByRole("dialog"), "Remove")
      await row(email).waitFor({ state: "detached" })
    }))

  it("changes the password, shows the consequences, and shows an error for a wrong old password", () =>
    fixture().visit(async ({ page }) => {
      const email = await signUp(fixture(), page)
      await page.goto(settingsOf(fixture(), "#auth"))
      const password = section(page, "Password")
      await clickButton(password, "Update password")
      await password.getByText("and are signed out everywhere else").waitFor()
      await fillField(password, "Current password", "wrong-password")
      await fillField(password, "New password", "copper-lantern-77")
      await fillField(password, "Repeat new password", "copper-lantern-77")
      await clickButton(password, "Update password")
      await password.getByText("This password is wrong. Check it and try again.").waitFor()
      await field(password, "Current password").and(page.locator(":focus")).waitFor()
      await page.keyboard.type("typed over it")
      expect(await field(password, "Current password").inputValue()).toBe("typed over it")
      expect(await field(password, "New password").inputValue()).toBe("copper-lantern-77")
      await fillField(password, "Current password", PASSWORD)
      await clickButton(password, "Update password")
      await password.getByText("Your password was changed").waitFor()
      await page.context().clearCookies()
      await page.goto(`${fixture().screens}/handler/sign-in`)
      await fillSignInTab(page, email, "copper-lantern-77")
      await signInButton(page).click()
      await page.waitForURL(`${fixture().screens}/`)
    }))

  it("shows the refusal of a breached password at its field, until it is changed", () =>
    fixture().visit(async ({ page }) => {
      await signUp(fixture(), page)
      await refuseAsBreached(page, "/auth/password/update")
      await page.goto(settingsOf(fixture(), "#auth"))
      const password = section(page, "Password")
      await clickButton(password, "Update password")
      await fillField(password, "Current password", PASSWORD)
      const next = field(password, "New password")
      await next.fill("copper-lantern-77")
      await fillField(password, "Repeat new password", "copper-lantern-77")
      await clickButton(password, "Update password")
      const error = password.getByRole("alert").filter({ hasText: BREACHED_TEXT })
      await error.waitFor()
      expect(await next.getAttribute("aria-describedby")).toContain(await error.getAttribute("id"))
      await next.fill("copper-lantern-78")
      await error.waitFor({ state: "detached" })
      await fillField(password, "Repeat new password", "copper-lantern-78")
      await clickButton(password, "Update password")
      await password.getByText("Your password was changed").waitFor()
    }))

  it("turns passkeys, codes by email and the second factor on and off, confirmed by the password", () =>
    fixture().visit(async ({ page }) => {
      const email = await signUp(fixture(), page)
      await page.goto(settingsOf(fixture(), "#auth"))
      const passkeys = section(page, "Passkeys")
      await passkeys.getByText("first verify an email").waitFor()
      expect(await button(passkeys, "Add passkey").getAttribute("aria-disabled")).toBe("true")
      await verify(fixture(), page, email)

      await addAuthenticator(page)
      await page.goto(settingsOf(fixture(), "#auth"))
      await clickButton(passkeys, "Add passkey")
      await confirmWithPassword(page, "Add passkey")
      await clickButton(passkeys, "Actions for Passkey")
      await page.getByRole("menuitem", { name: "Remove" }).click()
      const dialog = page.getByRole("dialog")
      await fillField(dialog, "Your password", "wrong-password")
      await clickButton(dialog, "Remove")
      await dialog.getByText("This password is wrong. Check it and try again.").waitFor()
      await confirmWithPassword(page, "Remove")
      await expect.poll(() => passkeys.getByRole("listitem").count()).toBe(0)

      const codes = section(page, "Sign-in by email")
      await clickButton(codes, "Enable")
      await confirmWithPassword(page, "Enable")
      await clickButton(codes, "Disable")
      await confirmWithPassword(page, "Disable")
      await button(codes, "Enable").waitFor()

      const mfa = section(page, "Two-factor authentication")
      await clickButton(mfa, "Enable")
      await confirmWithPassword(page, "Enable")
      await mfa.getByRole("img", { name: "QR code for your authenticator app" }).waitFor()
      const secret = ((await mfa.locator("code").textContent()) ?? "").replaceAll(" ", "")
      expect(secret).toHaveLength(32)
      const right = await totp(secret, fixture().service)
      const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, "0")
      await mfa.getByRole("textbox").fill(wrong)
      await mfa.getByText("This code is wrong").waitFor()
      await picture(page, "account-mfa")
      await mfa.getByRole("textbox").fill(await totp(secret, fixture().service))
      await button(mfa, "Disable").waitFor()
      await clickButton(mfa, "Disable")
      await confirmWithPassword(page, "Disable")
      await button(mfa, "Enable").waitFor()
    }))

  it("keeps typed input when the session ends in another tab", () =>
    fixture().visit(async ({ page }) => {
      const email = await signUp(fixture(), page)
      await page.goto(settingsOf(fixture()))
      await fillField(page, "Name", "Noor Lindqvist")
      const other = await page.context().newPage()
      await other.goto(settingsOf(fixture(), "#settings"))
      await clickButton(section(other, "Sign out"), "Sign out")
      await other.waitForURL(`${fixture().screens}/`)
      await page.getByText("You were signed out").waitFor()
      expect(await field(page, "Name").inputValue()).toBe("Noor Lindqvist")
      const again = page.context().waitForEvent("page")
      await page.getByRole("link", { name: "Sign in again" }).click()
      const signIn = await again
      await fillSignInTab(signIn, email)
      await signInButton(signIn).click()
      await signIn.waitForURL(`${fixture().screens}/`)
      await page.getByText("You were signed out").waitFor({ state: "detached" })
      await clickButton(page, "Save")
      await page.getByText("Saved.").waitFor()
    }))

  it("deletes the account after the confirmation text and the password", () =>
    fixture().visit(async ({ page }) => {
      const email = await signUp(fixture(), page)
      await page.goto(settingsOf(fixture(), "#settings"))
      await clickButton(page, "Delete account")
      const dialog = page.getByRole("dialog")
      await fillField(dialog, "Your password", PASSWORD)
      expect(await button(dialog, "Delete account").getAttribute("aria-disabled")).toBe("true")
      await dialog.getByLabel(/^Type/).fill("delete my account")
      await clickButton(dialog, "Delete account")
      await page.waitForURL(`${fixture().screens}/`)
      await page.goto(`${fixture().screens}/handler/sign-in`)
      await fillSignInTab(page, email)
      await signInButton(page).click()
      await page.getByRole("alert").filter({ hasText: /wrong/i }).waitFor()
    }))

  it("rejects a name of 10,000 characters and keeps the input", () =>
    fixture().visit(async ({ count, page }) => {
      await signUp(fixture(), page)
      const long = "Noor ".repeat(2000)
      for (const [hash, label, submit] of [
        ["", "Name", "Save"],
        ["#team-creation", "Team name", "Create"]
      ] as const) {
        await page.goto(settingsOf(fixture(), hash))
        const longField = page.getByRole("textbox", { name: label, exact: true })
        await longField.fill(long)
        await clickButton(page, submit)
        await page.getByRole("alert").filter({ hasText: "Please use at most 256 characters" }).waitFor()
        expect(await longField.inputValue()).toBe(long)
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      }
      expect([count("PATCH /users/me"), count("POST /teams")]).toEqual([0, 0])
    }))

  it("the only sign-in method cannot be removed until there is a password", () =>
    fixture().visit(async ({ page }) => {
      const email = newEmail()
      await page.goto(`${fixture().screens}/handler/sign-in`)
      await page.getByRole("textbox", { name: "Email", exact: true }).fill(email)
      await clickButton(page, "Send email")
      await page.goto(await mailedLink(fixture(), email, "magic_link"))
      await clickButton(page, "Sign in")
      await page.waitForURL(`${fixture().screens}/`)
      await page.goto(settingsOf(fixture(), "#auth"))
      const codes = section(page, "Sign-in by email")
      await codes.getByText("This is your only sign-in method").waitFor()
      expect(await button(codes, "Disable").getAttribute("aria-disabled")).toBe("true")
      await button(codes, "Disable").click({ force: true })
      expect(await page.getByRole("dialog").count()).toBe(0)
      const password = section(page, "Password")
      await password.getByText("You have not set a password yet.").waitFor()
      await clickButton(password, "Set password")
      await fillField(password, "New password", PASSWORD)
      await fillField(password, "Repeat new password", PASSWORD)
      await clickButton(password, "Set password")
      await password.getByText("Your password was set.").waitFor()
      await clickButton(codes, "Disable")
      await confirmWithPassword(page, "Disable")
      await button(codes, "Enable").waitFor()
    }))

  it("shows an error for an address that another user signs in with", () =>
    fixture().visit(async ({ page }) => {
      const taken = newEmail()
      await newUser(fixture(), taken)
      await signUp(fixture(), page)
      await page.goto(settingsOf(fixture(), "#auth"))
      const emails = section(page, "Emails")
      await emails.getByLabel("Add an email").fill(taken)
      await clickButton(emails, "Add")
      await emails.getByText(`We sent an email to ${taken}`).waitFor()
      // The first mail belongs to the user who owns the address.
      await mailedLink(fixture(), taken, "email_verification")
      await page.goto(await mailedLink(fixture(), taken, "email_verification"))
      await clickButton(page, "Verify email")
      await waitForTitle(page, "Your email address is verified")
      await page.goto(settingsOf(fixture(), "#auth"))
      await emails.getByRole("listitem").filter({ hasText: taken }).getByRole("button").click()
      await page.getByRole("menuitem", { name: "Use for sign-in" }).click()
      await page.getByText("Another user already signs in with this email. Use a different one.").waitFor()
    }))

  it("shows an error when the device creates no passkey, and can be retried", () =>
    fixture().visit(
      async ({ page }) => {
        await page.addInitScript(() => {
          navigator.credentials.create = () => Promise.reject(new DOMException("Not now", "NotAllowedError"))
        })
        const email = await signUp(fixture(), page)
        await verify(fixture(), page, email)
        await page.goto(settingsOf(fixture(), "#auth"))
        await clickButton(section(page, "Passkeys"), "Add passkey")
        const dialog = page.getByRole("dialog")
        await fillField(dialog, "Your password", PASSWORD)
        await clickButton(dialog, "Add passkey")
        await page.getByText("The passkey was not created. Try again.").waitFor()
        expect(await violations(page)).toEqual([])
      },
      { reducedMotion: "reduce" }
    ))
}
