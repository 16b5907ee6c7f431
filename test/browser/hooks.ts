/** Tests every hook in an application's page against the service. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { settingsOf, signUp } from "./account-fixture.ts"
import { clickButton, field, fillField, waitForTitle } from "./controls.ts"
import { newEmail, type Fixture } from "./fixture.ts"

const readValues = async (page: Page) =>
  Object.fromEntries(
    await page
      .locator("output[data-hook]")
      .evaluateAll((outputs) =>
        outputs.map((output) => [output.getAttribute("data-hook") ?? "", output.textContent ?? ""] as const)
      )
  )

const value = (page: Page, hook: string) => page.locator(`output[data-hook="${hook}"]`)

/** Signs in at the pages of the test provider, which accepts any identity. */
const throughGitHub = async (fixture: Fixture, page: Page, email: string) => {
  await page.goto(`${fixture.screens}/handler/sign-in`)
  await page.getByRole("button", { name: "Sign in with GitHub" }).click()
  // The page of sign-in has a field of this name, too.
  await page.waitForURL(`${fixture.service}/**`)
  await fillField(page, "Email", email)
  await page.getByRole("button", { name: "Continue" }).click()
  await page.waitForURL(`${fixture.screens}/`)
}

export const hooks = (fixture: () => Fixture) => {
  it("every hook and its non-suspending variant return the same data of the service", () =>
    fixture().visit(async ({ consoleErrors, count, page }) => {
      const email = newEmail()
      await throughGitHub(fixture(), page, email)
      await page.goto(settingsOf(fixture(), "#team-creation"))
      await page.getByRole("textbox", { name: "Team name" }).fill("Orchard")
      await clickButton(page, "Create")
      await waitForTitle(page, "Orchard")
      const guest = newEmail()
      const invite = page.getByRole("region", { name: "Invite a member" })
      await invite.getByLabel("Email").fill(guest)
      await clickButton(invite, "Invite")
      await invite.getByRole("list").getByText(guest).waitFor()

      const before = count("GET /users/me")
      await page.goto(`${fixture().screens}/hooks`)
      await value(page, "useTeamInvitations").waitFor()
      await expect
        .poll(async () => Object.values(await readValues(page)).filter((text) => text === "pending"))
        .toEqual([])
      const all = await readValues(page)
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
        useTeamMembers: "admin",
        useTeamMembersState: "admin",
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
      consoleErrors.length = 0
    }))

  it("without a user, hooks return null, throw or redirect to sign-in; a client of another project is rejected", () =>
    fixture().visit(async ({ consoleErrors, page }) => {
      await page.goto(`${fixture().screens}/hooks/nobody`)
      await value(page, "SignedOut").waitFor()
      expect(await readValues(page)).toEqual({ useUser: "nobody", SignedOut: "shown" })
      const alerts = page.getByRole("alert")
      await alerts.filter({ hasText: "This component is for the project internal" }).waitFor()
      await expect.poll(() => alerts.count()).toBe(2)
      consoleErrors.length = 0
      await page.goto(`${fixture().screens}/hooks`)
      await page.waitForURL(`${fixture().screens}/handler/sign-in?after_auth_return_to=%2Fhooks`)
    }))

  it("a provider accepts a runtime of the application", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(`${fixture().screens}/hooks/runtime`)
      await value(page, "useClient").filter({ hasText: "/entrance" }).waitFor()
      await value(page, "useUser").filter({ hasText: "nobody" }).waitFor()
    }))

  it("the screens use the supported locale that is closest to the provider's", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(`${fixture().screens}/hooks/german`)
      await value(page, "useLanguage").filter({ hasText: "de-AT, ltr" }).waitFor()
      await field(page, "Passwort").waitFor()
      await page.goto(`${fixture().screens}/hooks/right-to-left`)
      await value(page, "useLanguage").filter({ hasText: "ar-XB, rtl" }).waitFor()
      expect(await field(page, "Password").count()).toBe(0)
    }))

  it("writes show at once; navigation, connecting an account and signing out work", () =>
    fixture().visit(async ({ page }) => {
      const { screens } = fixture()
      await signUp(fixture(), page)
      await page.goto(`${screens}/hooks/connect`)
      await fillField(page, "Email", newEmail())
      await page.getByRole("button", { name: "Continue" }).click()
      await page.waitForURL(`${screens}/hooks/connect`)
      await value(page, "useConnectedAccount, redirect").filter({ hasText: "google" }).waitFor()
      await page.goto(`${screens}/hooks/actions`)
      const written = page.waitForResponse((response) => response.request().method() === "PATCH")
      await clickButton(page, "Rename")
      await written
      await clickButton(page, "Navigate")
      await page.waitForURL(`${screens}/menus`)
      await page.getByRole("button", { name: /^Account Noor/ }).waitFor()
      await page.goto(`${screens}/hooks/actions`)
      await clickButton(page, "Leave")
      await page.waitForURL(`${screens}/`)
    }))
}
