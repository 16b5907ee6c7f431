/** Tests teams: creating, inviting, joining and permissions. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { DAY } from "../durations.ts"
import { section, settingsOf, signUp, verify } from "./account-fixture.ts"
import { button, clickButton, waitForTitle } from "./controls.ts"
import { newEmail, picture, type Fixture, violations } from "./fixture.ts"
import { asServer, control, mailedLink, newUser } from "./service-calls.ts"
import { fillSignInTab, fillSignUpTab, signInButton, signUpButton } from "./sign-in-forms.ts"

export const accountTeams = (fixture: () => Fixture) => {
  it("creates a team, invites, joins as a new and as an existing user, revokes an invitation, leaves", () =>
    fixture().visit(async ({ page }) => {
      const owner = await signUp(fixture(), page)
      await page.goto(settingsOf(fixture(), "#team-creation"))
      await page.getByRole("textbox", { name: "Team name" }).fill("Fernhill Orchards")
      await clickButton(page, "Create")
      await waitForTitle(page, "Fernhill Orchards")
      const invite = section(page, "Invite a member")
      const open = invite.getByRole("list", { name: "Pending invitations" }).getByRole("listitem")
      const [newcomer, known, wrong] = [newEmail(), newEmail(), newEmail()]
      for (const email of [newcomer, known, wrong]) {
        await invite.getByLabel("Email").fill(email)
        await clickButton(invite, "Invite")
        await open.filter({ hasText: email }).waitFor()
      }
      await clickButton(invite, `Revoke the invitation for ${wrong}`)
      await open.filter({ hasText: wrong }).waitFor({ state: "detached" })
      await picture(page, "account-team")

      const links = await Promise.all(
        [newcomer, known, wrong].map((email) => mailedLink(fixture(), email, "team_invitation"))
      )
      await fixture().visit(async ({ page }) => {
        await page.goto(links[0] ?? "")
        await waitForTitle(page, "Join Fernhill Orchards")
        await picture(page, "invitation-signed-out")
        await clickButton(page, "Sign up")
        await fillSignUpTab(page, newcomer)
        await signUpButton(page).click()
        await waitForTitle(page, "Join Fernhill Orchards")
        expect(page.url()).not.toContain("code")
        await picture(page, "invitation")
        expect(await violations(page)).toEqual([])
        await clickButton(page, "Join")
        await waitForTitle(page, "You have joined Fernhill Orchards")
        await clickButton(page, "Go to the team")
        await waitForTitle(page, "Fernhill Orchards")
        expect(await section(page, "Team name").count()).toBe(0)
        await clickButton(page, "Leave team")
        await clickButton(page.getByRole("dialog"), "Leave team")
        await waitForTitle(page, "My profile")
        await page.goto(links[2] ?? "")
        await waitForTitle(page, "This link is not valid")
      })
      await fixture().visit(async ({ page }) => {
        await signUp(fixture(), page, known)
        await page.goto(links[1] ?? "")
        await clickButton(page, "Join")
        await waitForTitle(page, "You have joined Fernhill Orchards")
      })
      await page.reload()
      await section(page, "Members").getByText("2 people.").waitFor()
      await section(page, "Members").getByText("You", { exact: true }).waitFor()
      await section(page, "Team name").getByRole("textbox").fill("Fernhill Gardens")
      await clickButton(section(page, "Team name"), "Save")
      await waitForTitle(page, "Fernhill Gardens")
      await section(page, "Your name in this team").getByLabel("Name").fill("Noor")
      await clickButton(section(page, "Your name in this team"), "Save")
      await section(page, "Members").getByText("Noor", { exact: true }).waitFor()
      expect(owner).toContain("@")
    }))

  it("shows three members with different permissions only what each may do", () =>
    fixture().visit(async ({ page }) => {
      const guest = newEmail()
      const teamId = await ownTeam(fixture(), page)
      await section(page, "Invite a member").getByLabel("Email").fill(guest)
      await clickButton(section(page, "Invite a member"), "Invite")
      await button(page, `Revoke the invitation for ${guest}`).waitFor()
      await section(page, "Team name").waitFor()
      await section(page, "Team image").waitFor()
      await fixture().visit(async ({ page }) => {
        await member(fixture(), page, teamId)
        await section(page, "Members").getByText("2 people.").waitFor()
        await section(page, "Invite a member").getByText(guest).waitFor()
        for (const hidden of ["Team name", "Team image"]) expect(await section(page, hidden).count(), hidden).toBe(0)
        expect(await button(page, `Revoke the invitation for ${guest}`).count()).toBe(0)
      })
      await fixture().visit(async ({ page }) => {
        const id = await member(fixture(), page, teamId)
        await revokeAll(fixture(), teamId, id)
        await page.reload()
        await section(page, "Your name in this team").getByLabel("Name").waitFor()
        await section(page, "Leave team").waitFor()
        for (const hidden of ["Members", "Invite a member", "Team name", "Team image"]) {
          expect(await section(page, hidden).count(), hidden).toBe(0)
        }
      })
    }))

  it("searches more than ten members, removes one after a confirmation, and refuses a second invitation", () =>
    fixture().visit(async ({ count, page, requests }) => {
      const teamId = await ownTeam(fixture(), page)
      for (let n = 1; n <= 10; n++) {
        const { id } = await asServer(fixture(), "POST", "/users", { display_name: `Tess ${n}` })
        await asServer(fixture(), "POST", `/team-memberships/${teamId}/${String(id)}`)
      }
      await page.reload()
      const members = section(page, "Members")
      const rows = members.getByRole("listitem")
      await members.getByText("11 people.").waitFor()
      await members.getByLabel("Search members").fill("tess 7")
      await rows.nth(1).waitFor({ state: "detached" })
      expect(await violations(page)).toEqual([])
      const remove = async () => {
        await clickButton(members, "Actions for Tess 7")
        await page.getByRole("menuitem", { name: "Remove" }).click()
      }
      await remove()
      const dialog = page.getByRole("dialog")
      await dialog.getByText("Remove Tess 7?").waitFor()
      await clickButton(dialog, "Cancel")
      expect(requests.filter((request) => request.startsWith("DELETE /team-memberships/"))).toEqual([])
      await remove()
      await clickButton(dialog, "Remove")
      await members.getByText("Tess 7 is no longer in the team.").waitFor()
      await members.getByText("10 people.").waitFor()
      await dialog.waitFor({ state: "detached" })
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY")
      expect(await members.getByLabel("Search members").count()).toBe(0)
      expect(await rows.count()).toBe(10)

      const invite = section(page, "Invite a member")
      const guest = newEmail()
      await invite.getByLabel("Email").fill(guest)
      await clickButton(invite, "Invite")
      await invite.getByRole("listitem").filter({ hasText: guest }).waitFor()
      await invite.getByLabel("Email").fill(guest.toUpperCase())
      await clickButton(invite, "Invite")
      await invite.getByText("This address already has a pending invitation").waitFor()
      expect(count("POST /team-invitations/send-code")).toBe(1)
    }))

  it("says that an invitation was refused, and keeps the address, when a team has 200 open ones", () =>
    fixture().visit(async ({ page }) => {
      const teamId = await ownTeam(fixture(), page)
      for (let n = 1; n <= 200; n++) {
        await asServer(fixture(), "POST", "/team-invitations/send-code", {
          team_id: teamId,
          email: `guest${n}@fernhill.example`,
          callback_url: `${fixture().app}/handler/team-invitation`
        })
      }
      await page.reload()
      const invite = section(page, "Invite a member")
      await invite.getByText("guest200@fernhill.example").waitFor()
      const guest = newEmail()
      await invite.getByLabel("Email").fill(guest)
      await clickButton(invite, "Invite")
      await invite.getByRole("alert").waitFor()
      expect(await invite.getByLabel("Email").inputValue()).toBe(guest)
      await picture(page, "account-team-most-invitations")
    }))

  it("offers the removal of members only to those who may, and shows their own address", () =>
    fixture().visit(async ({ page }) => {
      const teamId = await ownTeam(fixture(), page)
      await section(page, "Members").waitFor()
      await fixture().visit(async ({ page }) => {
        await member(fixture(), page, teamId)
        const members = section(page, "Members")
        await members.getByText("2 people.").waitFor()
        expect(await members.getByRole("button").count()).toBe(0)
        expect(await members.getByRole("listitem").filter({ hasText: "You" }).textContent()).toContain("@")
      })
    }))

  it("shows addresses to those who manage the team, and searches them", () =>
    fixture().visit(async ({ page }) => {
      const teamId = await ownTeam(fixture(), page)
      const members = section(page, "Members")
      const twins = [newEmail(), newEmail()]
      for (const primary_email of twins) {
        const { id } = await asServer(fixture(), "POST", "/users", { display_name: "Tess Okafor", primary_email })
        await asServer(fixture(), "POST", `/team-memberships/${teamId}/${String(id)}`)
      }
      const { id: nameless } = await asServer(fixture(), "POST", "/users", { primary_email: newEmail() })
      await asServer(fixture(), "POST", `/team-memberships/${teamId}/${String(nameless)}`)
      await page.reload()
      await members.getByText("4 people.").waitFor()
      for (const email of twins) await members.getByRole("listitem").filter({ hasText: email }).waitFor()
      expect(await members.getByText("No name").count()).toBe(0)
      expect(await violations(page)).toEqual([])
      await picture(page, "account-team-members")
      await fixture().visit(async ({ page }) => {
        await member(fixture(), page, teamId)
        const members = section(page, "Members")
        await members.getByText("5 people.").waitFor()
        expect(await members.textContent()).not.toContain(twins[0])
        expect(await members.getByRole("listitem").filter({ hasText: "Admin" }).count()).toBe(1)
      })
      for (let n = 1; n <= 7; n++) {
        const { id } = await asServer(fixture(), "POST", "/users", { display_name: `Ada ${n}` })
        await asServer(fixture(), "POST", `/team-memberships/${teamId}/${String(id)}`)
      }
      await page.reload()
      await members.getByLabel("Search members").fill(twins[1]?.toUpperCase() ?? "")
      await expect.poll(() => members.getByRole("listitem").count()).toBe(1)
      await members.getByLabel("Search members").fill("nowhere@")
      await members.getByText("No member matches your search.").waitFor()
    }))

  it("shows a custom role with its permissions, and names those that a change of the role takes", () =>
    fixture().visit(async ({ page }) => {
      const teamId = await ownTeam(fixture(), page)
      const { id } = await asServer(fixture(), "POST", "/users", { display_name: "Tess" })
      await asServer(fixture(), "POST", `/team-memberships/${teamId}/${String(id)}`)
      await asServer(fixture(), "POST", `/team-permissions/${teamId}/${String(id)}/$remove_members`)
      await asServer(fixture(), "DELETE", `/team-permissions/${teamId}/${String(id)}/member`)
      await page.reload()
      const tess = section(page, "Members").getByRole("listitem").filter({ hasText: "Tess" })
      await tess.getByText("Custom role").waitFor()
      await tess.getByText("Other permissions: $remove_members").waitFor()
      await clickButton(tess, "Actions for Tess")
      await page.getByRole("menuitem", { name: "Make member" }).click()
      await page.getByRole("dialog").getByText("They lose these permissions: $remove_members.").waitFor()
      await clickButton(page.getByRole("dialog"), "Make member")
      await tess.getByText("Member", { exact: true }).waitFor()
      expect(await tess.getByText("Other permissions").count()).toBe(0)
    }))

  it("shows why the role of an admin who was demoted meanwhile cannot be changed", () =>
    fixture().visit(async ({ page }) => {
      const teamId = await ownTeam(fixture(), page)
      await fixture().visit(async ({ page: other }) => {
        const id = await member(fixture(), other, teamId)
        await asServer(fixture(), "POST", `/team-permissions/${teamId}/${id}/admin`)
        await other.reload()
        const rows = section(other, "Members").getByRole("listitem")
        await clickButton(rows.filter({ hasNotText: "You" }), /^Actions for/)
        await other.getByRole("menuitem", { name: "Make member" }).click()
        await asServer(fixture(), "DELETE", `/team-permissions/${teamId}/${id}/admin`)
        await clickButton(other.getByRole("dialog"), "Make member")
        await other.getByRole("dialog").getByText("You no longer have permission to do this.").waitFor()
      })
    }))

  it("shows that a permission was revoked while the page is open, and keeps typed input", () =>
    fixture().visit(async ({ page }) => {
      const teamId = await ownTeam(fixture(), page)
      await fixture().visit(async ({ page }) => {
        const id = await member(fixture(), page, teamId)
        const invite = section(page, "Invite a member")
        const guest = newEmail()
        await invite.getByLabel("Email").fill(guest)
        await revokeAll(fixture(), teamId, id)
        await clickButton(invite, "Invite")
        await page.getByText("You no longer have permission to do this.").waitFor()
        expect(await invite.getByLabel("Email").inputValue()).toBe(guest)
        const name = section(page, "Your name in this team")
        await name.getByLabel("Name").fill("Noor of the quay")
        await asServer(fixture(), "DELETE", `/team-memberships/${teamId}/${id}`)
        await clickButton(name, "Save")
        await page.getByText("You are no longer in this team.").waitFor()
      })
    }))

  it("an invitation for another address shows the signed-in account and waits for the other one", () =>
    fixture().visit(async ({ page }) => {
      const guest = newEmail()
      await newUser(fixture(), guest)
      await ownTeam(fixture(), page)
      await section(page, "Invite a member").getByLabel("Email").fill(guest)
      await clickButton(section(page, "Invite a member"), "Invite")
      const link = await mailedLink(fixture(), guest, "team_invitation")
      await fixture().visit(
        async ({ page }) => {
          const other = await signUp(fixture(), page)
          await page.goto(link)
          await page.getByText(`Signed in as ${other}`).waitFor()
          expect(await violations(page)).toEqual([])
          await clickButton(page, "Use another account")
          await page.waitForURL("**/handler/sign-in**")
          await fillSignInTab(page, guest)
          await signInButton(page).click()
          await page.getByText(`Signed in as ${guest}`).waitFor()
          await clickButton(page, "Ignore")
          await page.waitForURL(`${fixture().screens}/`)
        },
        { reducedMotion: "reduce" }
      )
    }))

  it("lists received invitations after the address is verified, and accepts one without its link", () =>
    fixture().visit(async ({ page }) => {
      const guest = newEmail()
      await ownTeam(fixture(), page)
      const invite = section(page, "Invite a member")
      await invite.getByLabel("Email").fill(guest)
      await clickButton(invite, "Invite")
      await invite.getByRole("list").getByText(guest).waitFor()
      await fixture().visit(async ({ page }) => {
        await signUp(fixture(), page, guest)
        await page.goto(settingsOf(fixture()))
        await waitForTitle(page, "My profile")
        const entry = page.getByRole("link", { name: /^Invitations/ })
        await page.getByRole("link", { name: "Create a team" }).waitFor()
        expect(await entry.count()).toBe(0)
        await verify(fixture(), page, guest)
        await page.goto(settingsOf(fixture()))
        await page.getByRole("link", { name: "Invitations 1" }).click()
        await waitForTitle(page, "Invitations")
        const open = section(page, "Pending invitations")
        await open.getByRole("listitem").getByText(guest).waitFor()
        await open.getByText("Expires in").waitFor()
        expect(await violations(page)).toEqual([])
        await picture(page, "account-received-invitations")
        await clickButton(open, "Accept the invitation to Fernhill Orchards")
        await open.getByText("You have joined Fernhill Orchards.").waitFor()
        await open.getByText("You have no pending invitations.").waitFor()
        expect(await violations(page)).toEqual([])
        await page.getByRole("link", { name: "Fernhill Orchards" }).click()
        await waitForTitle(page, "Fernhill Orchards")
        await section(page, "Members").getByText("2 people.").waitFor()
        expect(await entry.count()).toBe(0)
      })
    }))

  it("shows cards for used and for expired links", () =>
    fixture().visit(async ({ page }) => {
      const [first, second] = [newEmail(), newEmail()]
      await ownTeam(fixture(), page)
      for (const email of [first, second]) {
        await section(page, "Invite a member").getByLabel("Email").fill(email)
        await clickButton(section(page, "Invite a member"), "Invite")
        await section(page, "Invite a member").getByRole("list").getByText(email).waitFor()
      }
      const used = await mailedLink(fixture(), first, "team_invitation")
      const late = await mailedLink(fixture(), second, "team_invitation")
      await fixture().visit(async ({ page }) => {
        await signUp(fixture(), page, first)
        await page.goto(used)
        await clickButton(page, "Join")
        await waitForTitle(page, "You have joined Fernhill Orchards")
        await page.goto(used)
        await waitForTitle(page, "This link has already been used")
        await control(fixture(), "/clock/advance", { millis: 8 * DAY })
        await page.goto(late)
        await waitForTitle(page, "This link has expired")
      })
    }))
}

/** Creates a team, which opens its page, and returns its id. */
const ownTeam = async (fixture: Fixture, page: Page) => {
  await signUp(fixture, page)
  await page.goto(settingsOf(fixture, "#team-creation"))
  await page.getByRole("textbox", { name: "Team name" }).fill("Fernhill Orchards")
  await clickButton(page, "Create")
  await waitForTitle(page, "Fernhill Orchards")
  return page.url().split("#team-")[1] ?? ""
}

/** Signs up a user who is a member of the team, opens the team's page for them, and returns their id. */
const member = async (fixture: Fixture, page: Page, teamId: string) => {
  const email = await signUp(fixture, page)
  const { items } = await asServer(fixture, "GET", `/users?query=${encodeURIComponent(email)}`)
  const id: unknown = Array.isArray(items) ? items[0]?.id : undefined
  await asServer(fixture, "POST", `/team-memberships/${teamId}/${id}`)
  await page.goto(settingsOf(fixture, `#team-${teamId}`))
  await waitForTitle(page, "Fernhill Orchards")
  return String(id)
}

/** Revokes all of the user's permissions in the team. */
const revokeAll = async (fixture: Fixture, teamId: string, userId: string) => {
  const { items } = await asServer(
    fixture,
    "GET",
    `/team-permissions?team_id=${teamId}&user_id=${userId}&recursive=false`
  )
  if (!Array.isArray(items) || items.length === 0) throw new Error("There is no permission to take away.")
  for (const { id } of items) await asServer(fixture, "DELETE", `/team-permissions/${teamId}/${userId}/${id}`)
}
