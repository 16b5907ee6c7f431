/**
 * Walks every action of the account settings by keyboard, and checks after each where the focus is and what a screen
 * reader announces.
 */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { photo, section, settingsOf, signUp, title, totp, verify } from "./account-fixture.ts"
import { addAuthenticator } from "./authenticator.ts"
import { newEmail, PASSWORD, type Fixture } from "./fixture.ts"
import { asServer, mailedLink } from "./service-calls.ts"
import { transcriptOf } from "./transcript.ts"

/** Starts recording a page, and returns the steps of a user without a pointer. */
const keyboard = async (page: Page) => {
  const transcript = await transcriptOf(page)
  const { focused } = transcript

  /** Presses Tab until a control has the focus. */
  const tabTo = async (control: string) => {
    for (let press = 0; press < 60; press++) {
      if ((await focused()) === control) return
      await page.keyboard.press("Tab")
    }
    throw new Error(`No Tab stop: ${control}. The focus is on ${await focused()}.`)
  }
  /** What was announced before, e.g. the strength of a typed password, is no effect of the press. */
  const press = async (control: string) => {
    await tabTo(control)
    await transcript.clear()
    await page.keyboard.press("Enter")
  }
  const type = async (field: string, text: string) => {
    await tabTo(field)
    await page.keyboard.press("ControlOrMeta+A")
    await page.keyboard.type(text)
  }
  const choose = async (button: string, item: string) => {
    await press(button)
    for (let down = 0; down < 10 && (await focused()) !== `menuitem "${item}"`; down++) {
      await page.keyboard.press("ArrowDown")
    }
    await page.keyboard.press("Enter")
  }
  /** Expects the focus on an element and, since the last call, exactly these announcements. */
  const after = async (action: string, focus: string, announcement: string | null) => {
    await expect.poll(focused, { message: `focus after: ${action}`, timeout: 8000 }).toBe(focus)
    const expected = announcement === null ? [] : [announcement]
    await expect.poll(transcript.announced, { message: `announced after: ${action}` }).toEqual(expected)
    transcript.next(action)
    await transcript.clear()
  }
  return { ...transcript, tabTo, press, type, choose, after }
}

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
      await title(page, "My profile")
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
      await title(page, "My profile")
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
      const { after, press, tabTo, type } = user
      const newPassword = "copper-lantern-77"

      await press('button "Update password"')
      await after("open the password form", 'textbox "Current password"', null)
      await press('button "Cancel"')
      await after("cancel the password form", 'button "Update password"', null)
      await press('button "Update password"')
      await type('textbox "Current password"', PASSWORD)
      await type('textbox "New password"', newPassword)
      await type('textbox "Repeat new password"', newPassword)
      await press('button "Update password"')
      const changed = "Your password was changed, and you were signed out everywhere else."
      await after("change the password", 'button "Update password"', changed)

      await press('button "Add passkey"')
      await page.keyboard.press("Escape")
      await after("cancel adding a passkey", 'button "Add passkey"', null)
      await press('button "Add passkey"')
      await confirmPassword(user, "Add passkey", newPassword)
      await after("add a passkey", 'button "Remove passkey"', "Your passkey was added.")
      await press('button "Remove passkey"')
      await confirmPassword(user, "Remove passkey", newPassword)
      await after("remove a passkey", 'button "Add passkey"', "Your passkey was removed.")

      await tabTo('button "Enable"')
      await press('button "Enable"')
      await confirmPassword(user, "Enable", newPassword)
      await after("enable sign-in by email", 'button "Disable"', "Sign-in by email is on.")
      await press('button "Disable"')
      await confirmPassword(user, "Disable", newPassword)
      await after("disable sign-in by email", 'button "Enable"', "Sign-in by email is off.")

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
      await page.keyboard.type(totp(secret))
      await after(
        "enable two-factor authentication",
        'button "Disable"',
        "Two-factor authentication is on. Your recovery codes were created."
      )
      await press('button "Disable"')
      await confirmPassword(user, "Disable", newPassword)
      await after("disable two-factor authentication", 'button "Enable"', "Two-factor authentication is off.")
      user.print("sign-in methods")

      await page.goto(settingsOf(fixture(), "#settings"))
      await title(page, "Settings")
      await press('button "Delete account"')
      await page.keyboard.press("Escape")
      await after("cancel deleting the account", 'button "Delete account"', null)
    }))

  it("keeps the focus and announces each change of a team", () =>
    fixture().visit(async ({ page }) => {
      await signUp(fixture(), page)
      await page.goto(settingsOf(fixture(), "#team-creation"))
      await title(page, "Create a team")
      const { after, press, print, type } = await keyboard(page)

      await type('textbox "Team name"', "Fernhill Orchards")
      await press('button "Create"')
      await after("create a team", 'heading "Fernhill Orchards" [level=1]', "Fernhill Orchards was created.")
      await section(page, "Team name").waitFor()
      await section(page, "Your name in this team").getByRole("textbox").waitFor()
      await type('textbox "Team name"', "Fernhill Gardens")
      await press('button "Save"')
      await after("rename a team", 'textbox "Team name"', "Saved.")
      await type('textbox "Name"', "Noor")
      await press('button "Save"')
      await after("change the own name in a team", 'textbox "Name"', "Saved.")

      const guests = [newEmail(), newEmail(), newEmail()]
      for (const guest of guests) {
        await type('textbox "Email"', guest)
        await press('button "Invite"')
        await after("invite", 'button "Invite"', `We sent an invitation to ${guest}.`)
      }
      const revoke = (guest = "") => `button "Revoke the invitation for ${guest}"`
      const revoked = (guest = "") => `The invitation for ${guest} was revoked.`
      await expect.poll(() => page.getByRole("button", { name: /^Revoke/ }).count()).toBe(3)
      const order = await page
        .getByRole("button", { name: /^Revoke/ })
        .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel?.split(" ").at(-1)))
      await press(revoke(order[0]))
      await after("revoke the first invitation", revoke(order[1]), revoked(order[0]))
      await press(revoke(order[2]))
      await after("revoke the last of two invitations", revoke(order[1]), revoked(order[2]))
      await press(revoke(order[1]))
      await after("revoke the only invitation", 'heading "Invite a member" [level=2]', revoked(order[1]))

      await press('button "Leave team"')
      await press('button "Cancel"')
      await after("cancel leaving a team", 'button "Leave team"', null)
      await press('button "Leave team"')
      await press('button "Leave team"')
      await after("leave a team", 'heading "My profile" [level=1]', "You have left Fernhill Gardens.")
      print("team")
    }))

  it("keeps the focus and announces each change of a role, and lets the only admin neither step down nor leave", () =>
    fixture().visit(async ({ page }) => {
      await signUp(fixture(), page)
      await page.goto(settingsOf(fixture(), "#team-creation"))
      await page.getByRole("textbox", { name: "Team name" }).fill("Fernhill Orchards")
      await page.getByRole("button", { name: "Create" }).click()
      await title(page, "Fernhill Orchards")
      const teamId = page.url().split("#team-")[1] ?? ""
      const { id: me } = await firstUser(fixture(), `/users?team_id=${teamId}`)
      await asServer(fixture(), "PATCH", `/users/${me}`, { display_name: "Noor" })
      await fixture().visit(async ({ page: other }) => {
        const email = await signUp(fixture(), other)
        const { id } = await firstUser(fixture(), `/users?query=${encodeURIComponent(email)}`)
        await asServer(fixture(), "PATCH", `/users/${id}`, { display_name: "Tess" })
        await asServer(fixture(), "POST", `/team-memberships/${teamId}/${id}`)

        await page.reload()
        await section(page, "Members").getByText("Tess", { exact: true }).waitFor()
        const user = await keyboard(page)
        const { after, choose, press, print, tabTo } = user
        const actions = 'button "Actions for Tess"'
        await tabTo('button "Leave team"')
        expect(await page.getByRole("button", { name: "Leave team" }).getAttribute("aria-disabled")).toBe("true")
        await section(page, "Leave team")
          .getByText("A team needs an admin. Make another member an admin first.")
          .waitFor()
        expect(await page.getByRole("button", { name: "Actions for Noor" }).count()).toBe(0)
        await page.reload()
        await section(page, "Members").getByText("Tess", { exact: true }).waitFor()

        await choose(actions, "Make admin")
        await press('button "Cancel"')
        await after("cancel making a member an admin", actions, null)
        await choose(actions, "Make admin")
        await press('button "Make admin"')
        await after("make a member an admin", actions, "Tess is now an admin.")
        await choose(actions, "Make member")
        await press('button "Make member"')
        await after("make an admin a member", actions, "Tess is now a member.")
        await choose(actions, "Make admin")
        await press('button "Make admin"')
        await after("make a member an admin again", actions, "Tess is now an admin.")

        await other.goto(settingsOf(fixture(), `#team-${teamId}`))
        await section(other, "Members").getByText("Noor", { exact: true }).waitFor()
        const second = await keyboard(other)
        await second.choose('button "Actions for Noor"', "Make member")
        await second.press('button "Make member"')
        await second.after("make the first admin a member", 'button "Actions for Noor"', "Noor is now a member.")
        await second.choose('button "Actions for Noor"', "Make admin")
        await second.press('button "Make admin"')
        await second.after("make them an admin again", 'button "Actions for Noor"', "Noor is now an admin.")

        await page.reload()
        await section(page, "Members").getByText("Noor", { exact: true }).waitFor()
        const again = await keyboard(page)
        await again.choose('button "Actions for Noor"', "Make member")
        await page.getByText("Give up the admin role?").waitFor()
        await again.press('button "Make member"')
        await again.after("give up the admin role", 'heading "Members" [level=2]', "Noor is now a member.")
        expect(await page.getByRole("button", { name: /^Actions for/ }).count()).toBe(0)
        print("roles")
      })
    }))
}

/** Returns the first user of a list of the server tier. */
const firstUser = async (fixture: Fixture, path: string): Promise<{ readonly id: string }> => {
  const { items } = await asServer(fixture, "GET", path)
  const id: unknown = Array.isArray(items) ? items[0]?.id : undefined
  return { id: String(id) }
}
