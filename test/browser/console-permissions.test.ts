/** Tests the permissions of the console in Chromium: definitions, their graph, and the defaults. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type ConsoleFixture, openConsoleFixture, PROJECT, setHidden } from "./console-fixture.ts"
import { button, clickButton, field } from "./controls.ts"
import { picture, violations } from "./fixture.ts"

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())
const permissions = `projects/${PROJECT}/permissions`

describe("the permissions in the console", () => {
  it("are defined, changed and deleted, and what would be a cycle is not offered", () =>
    fixture.open(permissions, async (page) => {
      await clickButton(page, "Define a team permission")
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Id").fill("Not An Id")
      await page.keyboard.press("Enter")
      await dialog
        .getByRole("alert")
        .filter({ hasText: /^Only lowercase letters, numbers, .* are allowed \(id\)\.$/ })
        .waitFor()
      await dialog.getByLabel("Id").fill("gardener")
      await dialog.getByLabel("Description").fill("Prunes the trees")
      await field(dialog, "member").check()
      await page.keyboard.press("Enter")
      await page.getByText("gardener was defined").waitFor()
      await page.getByRole("rowheader", { name: "gardener" }).waitFor()
      await expect.poll(() => page.locator("svg title", { hasText: "gardener contains member" }).count()).toBe(1)
      await clickButton(page, "Edit member")
      await dialog.getByText("Permissions that contain this one are not offered").waitFor()
      expect(await dialog.getByLabel("gardener").count()).toBe(0)
      expect(await violations(page)).toEqual([])
      await picture(page, "console-permissions-edit")
      // Another owner makes the chosen one contain this one meanwhile.
      await field(dialog, "admin").check()
      await fixture.asAdmin("PATCH", "/team-permission-definitions/admin", { contained_permission_ids: ["member"] })
      await clickButton(page, "Save permission")
      await dialog.getByRole("alert").filter({ hasText: "contains" }).waitFor()
      await picture(page, "console-permissions-cycle")
      await page.keyboard.press("Escape")
      await clickButton(page, "Edit gardener")
      await dialog.getByLabel("Id").fill("tree:keeper")
      // Another owner changes it meanwhile.
      await fixture.asAdmin("PATCH", "/team-permission-definitions/gardener", {
        description: "Waters the trees",
        contained_permission_ids: []
      })
      await dialog.getByText("Another owner changed gardener meanwhile. It contains nothing").waitFor()
      await dialog.getByText("described as “Waters the trees”").waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "console-permissions-outdated")
      await clickButton(page, "Save permission")
      await page.getByRole("rowheader", { name: "tree:keeper" }).waitFor()
      await clickButton(page, "Delete tree:keeper")
      await clickButton(page, "Delete tree:keeper for good")
      await page.getByRole("rowheader", { name: "tree:keeper" }).waitFor({ state: "detached" })
      expect(await button(page, "Edit $delete_team").count()).toBe(0)
    }))

  it("of the project are defined, and given to new users by default", () =>
    fixture.open(permissions, async (page) => {
      await page.getByText("The project defines no project permission.").waitFor()
      await clickButton(page, "Define a project permission")
      await page.getByRole("dialog").getByLabel("Id").fill("read:reports")
      await clickButton(page, "Define permission")
      await page.getByRole("rowheader", { name: "read:reports" }).waitFor()
      await page.getByLabel("Permission to grant to new users").selectOption("read:reports")
      await clickButton(page, "Grant read:reports to new users")
      await button(page, "Revoke read:reports of new users").waitFor()
      const id = await fixture.create("/users", { display_name: "Wren" })
      const held = await fixture.asAdmin("GET", `/project-permissions?user_id=${id}`)
      expect(await held.json()).toMatchObject({ items: [{ id: "read:reports" }] })
      await clickButton(page, "Revoke read:reports of new users")
      await page.getByText("read:reports was revoked").waitFor()
      await button(page, "Revoke member of new members").waitFor()
      // The page has not read what another owner grants.
      await setHidden(page, true)
      await fixture.asAdmin("PATCH", "/projects/current", {
        config: { team_member_default_permissions: [{ id: "member" }, { id: "$read_members" }] }
      })
      await clickButton(page, "Revoke member of new members")
      await page.getByText("member was revoked").waitFor()
      const project = await fixture.asAdmin("GET", "/projects/current")
      expect(await project.json()).toMatchObject({
        config: { team_member_default_permissions: [{ id: "$read_members" }], user_default_permissions: [] }
      })
      await fixture.asAdmin("DELETE", `/users/${id}`)
    }))

  for (const { name, options } of [
    { name: "light", options: { colorScheme: "light", viewport: { width: 1280, height: 800 } } },
    { name: "dark", options: { colorScheme: "dark", viewport: { width: 1280, height: 800 } } },
    { name: "phone", options: { colorScheme: "light", viewport: { width: 390, height: 780 } } },
    { name: "phone-dark", options: { colorScheme: "dark", viewport: { width: 390, height: 780 } } }
  ] as const) {
    it(`have no accessibility violations and no overflow, also with long texts: ${name}`, async () => {
      const long = `long_${"x".repeat(90)}`
      await fixture.asAdmin("POST", "/team-permission-definitions", {
        id: long,
        description: `<img src=x onerror="document.title='owned'">`.repeat(5),
        contained_permission_ids: ["admin", "$read_members"]
      })
      await fixture.open(
        permissions,
        async (page) => {
          await page.getByRole("rowheader", { name: long }).waitFor()
          await page.getByText("New members", { exact: true }).waitFor()
          expect(await violations(page)).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
          expect(await page.locator("main img").count()).toBe(0)
          await picture(page, `console-permissions-${name}`)
        },
        { ...options, bypassCSP: true, reducedMotion: "reduce" }
      )
      await fixture.asAdmin("DELETE", `/team-permission-definitions/${long}`)
    })
  }
})
