/** Walks every action of the team pages by keyboard, as `account-focus.ts` does for the other settings. */
import { expect, it } from "vitest"
import { photo, section, settingsOf, signUp } from "./account-fixture.ts"
import { waitForTitle } from "./controls.ts"
import { newEmail, type Fixture, withConfig } from "./fixture.ts"
import { keyboard } from "./keyboard.ts"
import { asServer } from "./service-calls.ts"

export const accountTeamFocus = (fixture: () => Fixture) => {
  it("keeps the focus and announces each change of a team", () =>
    fixture().visit(async ({ page }) => {
      await signUp(fixture(), page)
      await page.goto(settingsOf(fixture(), "#team-creation"))
      await waitForTitle(page, "Create a team")
      const user = await keyboard(page)
      const { after, press, print, type } = user

      await type('textbox "Team name"', "Fernhill Orchards")
      await press('button "Create"')
      await after("create a team", 'heading "Fernhill Orchards" [level=1]', "Fernhill Orchards was created.")
      await section(page, "Team name").waitFor()
      await section(page, "Your name in this team").getByRole("textbox").waitFor()

      const chooseImage = async () => {
        await user.tabTo('button "Upload"')
        const file = { name: "photo.png", mimeType: "image/png", buffer: await photo(page, 300, 200) }
        await section(page, "Team image").locator("input[type=file]").setInputFiles(file)
        await page.getByRole("dialog").waitFor()
      }
      await chooseImage()
      await page.keyboard.press("Escape")
      await after("cancel a team image", 'button "Upload"', null)
      await chooseImage()
      await press('button "Save"')
      await after("save a team image", 'button "Upload"', "The image was saved.")
      await press('button "Remove"')
      await after("remove a team image", 'button "Upload"', "The image was removed.")

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

  it("keeps the focus and announces each accepted invitation", () =>
    fixture().visit(async ({ page }) => {
      const email = await signUp(fixture(), page)
      const { id } = await firstUser(fixture(), `/users?query=${encodeURIComponent(email)}`)
      await asServer(fixture(), "PATCH", `/users/${id}`, { primary_email_verified: true })
      for (const display_name of ["Fernhill Orchards", "Quayside"]) {
        const { id: team_id } = await asServer(fixture(), "POST", "/teams", { display_name })
        const callback_url = fixture().screens
        await asServer(fixture(), "POST", "/team-invitations/send-code", { team_id, email, callback_url })
      }
      await page.goto(settingsOf(fixture(), "#invitations"))
      await waitForTitle(page, "Invitations")
      await section(page, "Pending invitations").getByRole("listitem").first().waitFor()
      const { after, press, print } = await keyboard(page)
      const accept = (team: string) => `button "Accept the invitation to ${team}"`
      await press(accept("Quayside"))
      await after("accept an invitation", accept("Fernhill Orchards"), "You have joined Quayside.")
      await press(accept("Fernhill Orchards"))
      await after(
        "accept the only invitation",
        'heading "Pending invitations" [level=2]',
        "You have joined Fernhill Orchards."
      )
      print("received invitations")
    }))

  it("keeps the focus and announces each change of a role, and lets the only admin neither step down nor leave", () =>
    fixture().visit(async ({ page }) => {
      await signUp(fixture(), page)
      await page.goto(settingsOf(fixture(), "#team-creation"))
      await page.getByRole("textbox", { name: "Team name" }).fill("Fernhill Orchards")
      await page.getByRole("button", { name: "Create" }).click()
      await waitForTitle(page, "Fernhill Orchards")
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

  for (const extensions of [["team_members"], []]) {
    const hasRoles = extensions.length > 0
    it(`keeps the focus and announces each removal of a member, ${hasRoles ? "with" : "without"} roles`, () =>
      fixture().visit(async ({ page }) => {
        await withConfig(page, { extensions })
        await signUp(fixture(), page)
        await page.goto(settingsOf(fixture(), "#team-creation"))
        await page.getByRole("textbox", { name: "Team name" }).fill("Fernhill Orchards")
        await page.getByRole("button", { name: "Create" }).click()
        await waitForTitle(page, "Fernhill Orchards")
        const teamId = page.url().split("#team-")[1] ?? ""
        for (let n = 1; n <= 10; n++) {
          const { id } = await asServer(fixture(), "POST", "/users", { display_name: `Tess ${n}` })
          await asServer(fixture(), "POST", `/team-memberships/${teamId}/${String(id)}`)
        }
        await page.reload()
        await section(page, "Members").getByText("11 people.").waitFor()
        // A search is optional.
        expect(await page.getByRole("searchbox").getAttribute("aria-required")).toBe("false")
        const user = await keyboard(page)
        const { after, choose, press, print, type } = user
        const control = (n: number) =>
          hasRoles ? `button "Actions for Tess ${n}"` : `button "Remove Tess ${n} from the team"`
        const askToRemove = (n: number) => (hasRoles ? choose(control(n), "Remove") : press(control(n)))
        const names = await section(page, "Members").getByRole("listitem").allTextContents()
        const order = names.flatMap((name) => /Tess (\d+)/.exec(name)?.[1] ?? []).map(Number)
        const [first = 0, second = 0] = order
        const last = order.at(-1) ?? 0

        await type('searchbox "Search members"', "zz")
        await after("search without a match", 'searchbox "Search members"', "No member matches your search.")
        await type('searchbox "Search members"', "tess")
        await expect.poll(user.announced).toContain("10 people.")
        await page.keyboard.press("ControlOrMeta+A")
        await page.keyboard.press("Delete")
        await user.clear()
        await askToRemove(first)
        await press('button "Cancel"')
        await after("cancel removing a member", control(first), null)
        await askToRemove(first)
        await press('button "Remove"')
        await after("remove a member", control(second), `Tess ${first} is no longer in the team.`)
        await askToRemove(last)
        await press('button "Remove"')
        await after(
          "remove the last member of the list",
          control(order.at(-2) ?? 0),
          `Tess ${last} is no longer in the team.`
        )
        print("removals")
      }))
  }

  it("keeps the focus and announces that an address has an invitation already", () =>
    fixture().visit(async ({ page }) => {
      await signUp(fixture(), page)
      await page.goto(settingsOf(fixture(), "#team-creation"))
      await page.getByRole("textbox", { name: "Team name" }).fill("Fernhill Orchards")
      await page.getByRole("button", { name: "Create" }).click()
      await waitForTitle(page, "Fernhill Orchards")
      await section(page, "Invite a member").getByRole("textbox").waitFor()
      const { after, press, type } = await keyboard(page)
      const guest = newEmail()
      await type('textbox "Email"', guest)
      await press('button "Invite"')
      await after("invite", 'button "Invite"', `We sent an invitation to ${guest}.`)
      await type('textbox "Email"', guest)
      await press('button "Invite"')
      await after("invite twice", 'textbox "Email"', "This address already has a pending invitation")
    }))
}

/** Returns the first user of a list of the server tier. */
const firstUser = async (fixture: Fixture, path: string): Promise<{ readonly id: string }> => {
  const { items } = await asServer(fixture, "GET", path)
  const id: unknown = Array.isArray(items) ? items[0]?.id : undefined
  return { id: String(id) }
}
