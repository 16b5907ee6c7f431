/** Every hook in a page of an application, over the service. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { button, settingsOf, signUp, title } from "./account-place.ts"
import { newEmail, type Place } from "./place.ts"

const given = async (page: Page) =>
  Object.fromEntries(
    await page
      .locator("output[data-hook]")
      .evaluateAll((outputs) =>
        outputs.map((output) => [output.getAttribute("data-hook") ?? "", output.textContent ?? ""] as const)
      )
  )

const value = (page: Page, hook: string) => page.locator(`output[data-hook="${hook}"]`)

/** Signs in by the pages of a provider, which knows nobody and believes everybody. */
const throughGitHub = async (place: Place, page: Page, email: string) => {
  await page.goto(`${place.stage}/handler/sign-in`)
  await page.getByRole("button", { name: "Sign in with GitHub" }).click()
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByRole("button", { name: "Continue" }).click()
  await page.waitForURL(`${place.stage}/`)
}

export const hooks = (place: () => Place) => {
  it("[9.hooks] every hook gives what the service says, and its twin says the same", () =>
    place().visit(async ({ complaints, count, page }) => {
      const email = newEmail()
      await throughGitHub(place(), page, email)
      await page.goto(settingsOf(place(), "#team-creation"))
      await page.getByRole("textbox", { name: "Team name" }).fill("Orchard")
      await button(page, "Create").click()
      await title(page, "Orchard")
      const guest = newEmail()
      const invite = page.getByRole("region", { name: "Invite a member" })
      await invite.getByLabel("Email").fill(guest)
      await button(invite, "Invite").click()
      await invite.getByRole("list").getByText(guest).waitFor()

      const before = count("GET /users/me")
      await page.goto(`${place().stage}/hooks`)
      await value(page, "useTeamInvitations").waitFor()
      await expect.poll(async () => Object.values(await given(page)).filter((text) => text === "pending")).toEqual([])
      const all = await given(page)
      const {
        usePermissions,
        "usePermissions, not recursive": direct,
        usePermissionsState,
        useTeamProfile,
        ...others
      } = all
      expect(usePermissions).toContain("$invite_members")
      expect(usePermissionsState).toBe(usePermissions)
      expect(direct?.length).toBeLessThan(usePermissions?.length ?? 0)
      expect(others).toEqual({
        useUser: email,
        useUserState: email,
        useCurrentUser: "function",
        useProject: expect.stringMatching(/./),
        useProjectState: others["useProject"],
        useTeams: "Orchard",
        useTeamsState: "Orchard",
        useContactChannels: email,
        useContactChannelsState: "1",
        useConnectedAccount: "github",
        useConnectedAccountState: "none",
        useConnectedAccountToken: "a token of some characters",
        useConnectedAccountTokenState: "a token of some characters",
        useOwnedProjectsState: expect.stringMatching(/^failed: /),
        useTeam: "Orchard",
        useTeamState: "Orchard",
        useTeamUsers: useTeamProfile,
        useTeamUsersState: useTeamProfile,
        useTeamProfileState: useTeamProfile,
        useTeamInvitations: guest,
        useTeamInvitationsState: guest,
        usePermission: "$invite_members",
        usePermissionState: "none",
        useHasPermission: "true",
        useHasPermissionState: "false",
        Can: "may",
        "Can, fallback": "may not",
        useClient: "/handler/sign-in",
        useAction: "idle",
        SignedIn: "shown",
        "useUser, elsewhere": "nobody"
      })
      await page.getByRole("alert").filter({ hasText: "This component is for the project internal" }).waitFor()
      expect(count("GET /users/me") - before).toBe(1)
      complaints.length = 0
    }))

  it("[9.useUser] [9.useClient] signed out: null, an error, or sign-in; another project is refused", () =>
    place().visit(async ({ complaints, page }) => {
      await page.goto(`${place().stage}/hooks/nobody`)
      await value(page, "SignedOut").waitFor()
      expect(await given(page)).toEqual({ useUser: "nobody", SignedOut: "shown" })
      const alerts = page.getByRole("alert")
      await alerts.filter({ hasText: "This component is for the project internal" }).waitFor()
      expect(await alerts.count()).toBe(2)
      complaints.length = 0
      await page.goto(`${place().stage}/hooks`)
      await page.waitForURL(`${place().stage}/handler/sign-in?after_auth_return_to=%2Fhooks`)
    }))

  it("[9.runtime] a provider takes a runtime of the application's own", () =>
    place().visit(async ({ page }) => {
      await page.goto(`${place().stage}/hooks/runtime`)
      await value(page, "useClient").filter({ hasText: "/entrance" }).waitFor()
      await value(page, "useUser").filter({ hasText: "nobody" }).waitFor()
    }))

  it("[9.languages] the screens speak the language that is nearest to the one that the provider is given", () =>
    place().visit(async ({ page }) => {
      await page.goto(`${place().stage}/hooks/german`)
      await value(page, "useLanguage").filter({ hasText: "de-AT, ltr" }).waitFor()
      await page.getByLabel("Passwort", { exact: true }).waitFor()
      await page.goto(`${place().stage}/hooks/right-to-left`)
      await value(page, "useLanguage").filter({ hasText: "ar-XB, rtl" }).waitFor()
      expect(await page.getByLabel("Password", { exact: true }).count()).toBe(0)
    }))

  it("[9.actions] writes show at once; navigating, connecting an account, signing out", () =>
    place().visit(async ({ page }) => {
      const { stage } = place()
      await signUp(place(), page)
      await page.goto(`${stage}/hooks/connect`)
      await page.getByLabel("Email", { exact: true }).fill(newEmail())
      await page.getByRole("button", { name: "Continue" }).click()
      await page.waitForURL(`${stage}/hooks/connect`)
      await value(page, "useConnectedAccount, redirect").filter({ hasText: "google" }).waitFor()
      await page.goto(`${stage}/hooks/actions`)
      const written = page.waitForResponse((response) => response.request().method() === "PATCH")
      await button(page, "Rename").click()
      await written
      await button(page, "Navigate").click()
      await page.waitForURL(`${stage}/menus`)
      await page.getByRole("button", { name: /^Account Noor/ }).waitFor()
      await page.goto(`${stage}/hooks/actions`)
      await button(page, "Leave").click()
      await page.waitForURL(`${stage}/`)
    }))
}
