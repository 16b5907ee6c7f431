/**
 * Walks every action of the account settings by keyboard, and checks after each where the focus is and what a screen
 * reader announces.
 */
import { expect, it } from "vitest"
import { photo, section, settingsOf, signUp, totp, verify } from "./account-fixture.ts"
import { addAuthenticator } from "./authenticator.ts"
import { account } from "../../react/messages/english/account.ts"
import { clickButton, waitForTitle } from "./controls.ts"
import { newEmail, PASSWORD, type Fixture, withConfig } from "./fixture.ts"
import { keyboard } from "./keyboard.ts"
import { asServer, mailedLink } from "./service-calls.ts"

/** Waits for the announcement of a typed password's strength, which comes after a pause in typing. */
const strengthHeard = ({ announced }: Pick<Awaited<ReturnType<typeof keyboard>>, "announced">) =>
  expect.poll(announced).toContainEqual(expect.stringMatching(/^Password strength/))

const confirmPassword = async (
  { press, type }: Awaited<ReturnType<typeof keyboard>>,
  button: string,
  password: string
) => {
  await type('textbox "Your password"', password)
  await press(`button "${button}"`)
}

export const accountFocus = (fixture: () => Fixture) => {
  it("keeps the focus and announces each change of the profile", () =>
    fixture().visit(async ({ page }) => {
      await signUp(fixture(), page)
      await page.goto(settingsOf(fixture()))
      await waitForTitle(page, "My profile")
      const user = await keyboard(page)
      const { after, press, tabTo, type } = user

      await type('textbox "Name"', "Noor Lindqvist")
      await press('button "Save"')
      await after("save a name", 'textbox "Name"', "Saved.")
      await type('textbox "Name"', "Noor")
      await press('button "Cancel"')
      await after("cancel a name", 'textbox "Name"', null)

      const choose = async () => {
        await page.keyboard.press("Shift+Tab")
        await tabTo('button "Upload"')
        const buffer = await photo(page, 300, 200)
        const file = { name: "photo.png", mimeType: "image/png", buffer }
        await section(page, "Profile image").locator("input[type=file]").setInputFiles(file)
        await page.getByRole("dialog").waitFor()
      }
      await page.reload()
      await waitForTitle(page, "My profile")
      await user.clear()
      await choose()
      await page.keyboard.press("Escape")
      await after("cancel an image", 'button "Upload"', null)
      await choose()
      await press('button "Save"')
      await after("save an image", 'button "Upload"', "The image was saved.")
      await press('button "Remove"')
      await after("remove an image", 'button "Upload"', "The image was removed.")
      user.print("profile")
    }))

  it("keeps the focus and announces each change of the email addresses", () =>
    fixture().visit(async ({ page }) => {
      const email = await signUp(fixture(), page)
      const [second, third] = [newEmail(), newEmail()]
      await page.goto(settingsOf(fixture(), "#auth"))
      await section(page, "Emails").getByText("Used for sign-in").waitFor()
      const actions = (address: string) => `button "Actions for ${address}"`
      const mailed = (address: string) => `We sent an email to ${address}. Open the link in it to verify the address.`
      const first = await keyboard(page)
      for (const address of [second, third]) {
        await first.type('textbox "Add an email"', address)
        await first.press('button "Add"')
        await first.after("add an email", 'button "Add"', mailed(address))
      }
      await page.reload()
      await section(page, "Emails").getByText(third).waitFor()
      await first.choose(actions(second), "Send verification email")
      await first.after("send a verification email", actions(second), mailed(second))

      await page.goto(await mailedLink(fixture(), second, "email_verification"))
      await page.getByRole("button", { name: "Verify email" }).click()
      await page.getByRole("heading", { name: "is verified" }).waitFor()
      await page.goto(settingsOf(fixture(), "#auth"))
      await section(page, "Emails").getByText(third).waitFor()
      const { after, choose, press, print } = await keyboard(page)
      await choose(actions(second), "Set as primary")
      await after("set the primary email", actions(second), `${second} is now your primary email.`)
      await choose(actions(second), "Use for sign-in")
      await after("use an email for sign-in", actions(second), `You can now sign in with ${second}.`)
      await page.keyboard.press("Shift+Tab")
      await choose(actions(email), "Stop using for sign-in")
      await after("stop using an email for sign-in", actions(email), `You can no longer sign in with ${email}.`)
      await choose(actions(email), "Remove")
      await press('button "Cancel"')
      await after("cancel removing an email", actions(email), null)
      await choose(actions(email), "Remove")
      await press('button "Remove"')
      await after("remove an email", actions(second), `${email} was removed.`)
      await choose(actions(third), "Remove")
      await press('button "Remove"')
      await after("remove the last email of the list", actions(second), `${third} was removed.`)
      print("emails")
    }))

  it("keeps the focus and announces each change of the password and sign-in methods", () =>
    fixture().visit(async ({ page }) => {
      const email = await signUp(fixture(), page)
      await verify(fixture(), page, email)
      await addAuthenticator(page)
      await page.goto(settingsOf(fixture(), "#auth"))
      await section(page, "Two-factor authentication").waitFor()
      const user = await keyboard(page)
      const { after, choose, press, tabTo, type } = user
      const newPassword = "copper-lantern-77"

      await press('button "Update password"')
      await after("open the password form", 'textbox "Current password"', null)
      await press('button "Cancel"')
      await after("cancel the password form", 'button "Update password"', null)
      await press('button "Update password"')
      await type('textbox "Current password"', PASSWORD)
      await type('textbox "New password"', newPassword)
      await strengthHeard(user)
      await type('textbox "Repeat new password"', newPassword)
      await press('button "Update password"')
      const changed = "Your password was changed, and you were signed out everywhere else."
      await after("change the password", 'button "Update password"', changed)

      await press('button "Add passkey"')
      await page.keyboard.press("Escape")
      await after("cancel adding a passkey", 'button "Add passkey"', null)
      await press('button "Add passkey"')
      await confirmPassword(user, "Add passkey", newPassword)
      await after("add a passkey", 'button "Add passkey"', "Your passkey was added.")
      await choose('button "Actions for Passkey"', "Rename")
      await after("begin to rename a passkey", 'textbox "Name of the passkey"', null)
      await page.keyboard.press("Escape")
      await after("cancel renaming a passkey", 'button "Actions for Passkey"', null)
      await choose('button "Actions for Passkey"', "Rename")
      await after("begin to rename a passkey", 'textbox "Name of the passkey"', null)
      await page.keyboard.type("Laptop")
      await page.keyboard.press("Enter")
      await after("rename a passkey", 'button "Actions for Laptop"', "The passkey is now named Laptop.")
      await choose('button "Actions for Laptop"', "Remove")
      await press('button "Cancel"')
      await after("cancel removing a passkey", 'button "Actions for Laptop"', null)
      await choose('button "Actions for Laptop"', "Remove")
      await confirmPassword(user, "Remove", newPassword)
      await after("remove a passkey", 'button "Add passkey"', "Laptop was removed.")

      await tabTo('button "Enable"')
      await press('button "Enable"')
      await confirmPassword(user, "Enable", newPassword)
      await after("enable sign-in by email", 'button "Disable"', "Sign-in by email is on.")
      await press('button "Disable"')
      await confirmPassword(user, "Disable", newPassword)
      await after(
        "disable sign-in by email",
        'button "Enable"',
        "Sign-in by email no longer counts as one of your sign-in methods."
      )

      await page.keyboard.press("Tab")
      await press('button "Enable"')
      await confirmPassword(user, "Enable", newPassword)
      const code = 'textbox "Six-digit code from your authenticator app"'
      await after("set up two-factor authentication", code, null)
      await press('button "Cancel"')
      await after("cancel two-factor authentication", 'button "Enable"', null)
      await press('button "Enable"')
      await confirmPassword(user, "Enable", newPassword)
      await expect.poll(user.focused).toBe(code)
      const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "")
      await page.keyboard.type(await totp(secret, fixture().service))
      await after(
        "enable two-factor authentication",
        'heading "Recovery codes" [level=2]',
        "Two-factor authentication is on. Your recovery codes were created."
      )

      await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
      await press('button "Copy"')
      await after("copy the recovery codes", 'button "Copy"', "Copied.")
      await press('button "I have saved them"')
      await after("close the recovery codes", 'button "Create new codes"', null)
      await press('button "Create new codes"')
      await press('button "Cancel"')
      await after("cancel new recovery codes", 'button "Create new codes"', null)
      await press('button "Create new codes"')
      await confirmPassword(user, "Create new codes", newPassword)
      const created = "Your recovery codes were created."
      await after("create new recovery codes", 'heading "Recovery codes" [level=2]', created)
      await page.keyboard.press("Shift+Tab")
      await press('button "Disable"')
      await confirmPassword(user, "Disable", newPassword)
      await after("disable two-factor authentication", 'button "Enable"', "Two-factor authentication is off.")
      user.print("sign-in methods")

      await page.goto(settingsOf(fixture(), "#settings"))
      await waitForTitle(page, "Settings")
      await press('button "Delete account"')
      await page.keyboard.press("Escape")
      await after("cancel deleting the account", 'button "Delete account"', null)
    }))

  it("keeps the focus and announces each change of the one passkey on a service without several", () =>
    fixture().visit(async ({ page }) => {
      await withConfig(page, { extensions: [] })
      const email = await signUp(fixture(), page)
      await verify(fixture(), page, email)
      await addAuthenticator(page)
      await page.goto(settingsOf(fixture(), "#auth"))
      await section(page, "Two-factor authentication").waitFor()
      const user = await keyboard(page)
      await user.press('button "Add passkey"')
      await confirmPassword(user, "Add passkey", PASSWORD)
      await user.after("add the passkey", 'button "Remove passkey"', "Your passkey was added.")
      await user.press('button "Remove passkey"')
      await user.press('button "Cancel"')
      await user.after("cancel removing the passkey", 'button "Remove passkey"', null)
      await user.press('button "Remove passkey"')
      await confirmPassword(user, "Remove passkey", PASSWORD)
      await user.after("remove the passkey", 'button "Add passkey"', "Your passkey was removed.")
    }))

  it("keeps the focus and announces what was not saved, and moves to what is read again", () =>
    fixture().visit(async ({ page }) => {
      await signUp(fixture(), page)
      let isBroken = true
      await page.route(
        ({ pathname }) => /\/(?:contact-channels|users\/me)$/.test(pathname),
        (route) => {
          const isRead = route.request().method() === "GET" && !route.request().url().includes("contact-channels")
          return isBroken && !isRead ? route.fulfill({ status: 418 }) : route.fallback()
        }
      )
      await page.goto(settingsOf(fixture()))
      await waitForTitle(page, "My profile")
      const user = await keyboard(page)
      await user.type('textbox "Name"', "Noor")
      await user.press('button "Save"')
      await user.after("fail to save a name", 'button "Save"', account.refused)

      await page.goto(settingsOf(fixture(), "#auth"))
      await page.getByRole("button", { name: "Try again" }).waitFor()
      await user.clear()
      isBroken = false
      await user.press('button "Try again"')
      await user.after("read the emails again", 'heading "Emails" [level=2]', null)
    }))

  it("keeps the focus and announces the creation and revocation of an API key", () =>
    fixture().visit(async ({ page }) => {
      await signUp(fixture(), page)
      await page.goto(settingsOf(fixture(), "#settings"))
      await section(page, "API keys").getByRole("button").waitFor()
      const user = await keyboard(page)
      const { after, press, print, type } = user
      const create = 'button "Create API key"'
      await press(create)
      await after("open the form of a key", 'textbox "Name"', null)
      await press('button "Cancel"')
      await after("cancel a key", create, null)
      await press(create)
      await type('textbox "Name"', "CI")
      await press(create)
      await confirmPassword(user, "Create API key", PASSWORD)
      await after("create a key", 'button "Copy"', "The API key was created.")
      await press('button "I have saved it"')
      await expect.poll(user.focused, { message: "focus after: close the new key" }).toBe(create)
      const revoke = 'button "Revoke CI"'
      await press(revoke)
      await page.keyboard.press("Escape")
      await after("cancel revoking a key", revoke, null)
      await press(revoke)
      await press('button "Revoke"')
      await after("revoke a key", create, "CI was revoked.")
      print("API keys")
    }))

  it("keeps the focus and announces the first password of a user without one", () =>
    fixture().visit(async ({ page }) => {
      const email = newEmail()
      await page.goto(`${fixture().screens}/handler/sign-in`)
      await page.getByRole("textbox", { name: "Email", exact: true }).fill(email)
      await clickButton(page, "Send email")
      await page.goto(await mailedLink(fixture(), email, "magic_link"))
      await clickButton(page, "Sign in")
      await page.waitForURL(`${fixture().screens}/`)
      await page.goto(settingsOf(fixture(), "#auth"))
      await section(page, "Password").getByText("You have not set a password yet.").waitFor()
      const user = await keyboard(page)
      const { after, press, print, type } = user

      await press('button "Set password"')
      await after("open the form of the first password", 'textbox "New password"', null)
      await press('button "Cancel"')
      await after("cancel the first password", 'button "Set password"', null)
      await press('button "Set password"')
      await type('textbox "New password"', PASSWORD)
      await strengthHeard(user)
      await type('textbox "Repeat new password"', PASSWORD)
      await press('button "Set password"')
      await after("set the first password", 'button "Update password"', "Your password was set.")
      print("first password")
    }))

  it("deletes the account by keyboard, and leaves for the home page", () =>
    fixture().visit(async ({ page }) => {
      const email = await signUp(fixture(), page)
      await page.goto(settingsOf(fixture(), "#settings"))
      await waitForTitle(page, "Settings")
      const user = await keyboard(page)
      const { after, press, type } = user
      const word = 'textbox "Type “delete my account” to confirm"'
      await press('button "Delete account"')
      await type(word, "delete my account")
      await confirmPassword(user, "Delete account", "not the password")
      await after(
        "confirm the deletion with a wrong password",
        'textbox "Your password"',
        "This password is wrong. Check it and try again."
      )
      await confirmPassword(user, "Delete account", PASSWORD)
      await page.waitForURL(`${fixture().screens}/`)
      const { items } = await asServer(fixture(), "GET", `/users?query=${encodeURIComponent(email)}`)
      expect(items).toEqual([])
    }))
}
