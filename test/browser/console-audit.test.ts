/** Tests the audit log of the console in Chromium: filters, pages, details, export. */
import { buffer } from "node:stream/consumers"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type ConsoleFixture, openConsoleFixture, PROJECT } from "./console-fixture.ts"
import { button, clickButton, field, fillField } from "./controls.ts"
import { picture, violations } from "./fixture.ts"

const NOOR = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa"
const log = `projects/${PROJECT}/audit-log`

let fixture: ConsoleFixture
let teamId: string
beforeAll(async () => {
  fixture = await openConsoleFixture()
  const made = await fixture.asAdmin("POST", "/teams", { display_name: "Orchard crew" })
  const team: { readonly id: string } = await made.json()
  teamId = team.id
  for (let index = 0; index < 55; index++) {
    await fixture.asAdmin("PATCH", `/teams/${teamId}`, { display_name: `Orchard crew ${index}` })
  }
  await fixture.asAdmin("PATCH", `/users/${NOOR}`, { server_metadata: { plan: "pro" } })
})
afterAll(() => fixture.close())
const rows = (page: Page) => page.getByRole("rowheader")
const actions = async (page: Page) => [...new Set(await rows(page).locator(".ks-audit-action").allTextContents())]

/** Exports with the dialog that is open, and returns the file. */
const exportFile = async (page: Page, format: string): Promise<string> => {
  await page.getByLabel("Format").selectOption(format)
  const download = page.waitForEvent("download")
  await page.getByRole("dialog").getByRole("button", { name: "Export" }).click()
  const content = (await buffer(await (await download).createReadStream())).toString("utf8")
  await page.getByText(/The file has \d+ entries/).waitFor()
  await clickButton(page, "Close")
  return content
}

describe("the audit log in the console", () => {
  it("is filtered by action, actor, subject and time, and its URL has the filters", () =>
    fixture.open(log, async (page) => {
      await rows(page).first().waitFor()
      expect(await rows(page).count()).toBe(50)
      await fillField(page, "Action", "PATCH /users/:user_id")
      await page.keyboard.press("Enter")
      await expect.poll(() => actions(page)).toEqual(["PATCH /users/:user_id"])
      expect(page.url()).toContain("?action=PATCH")
      await page.reload()
      await expect.poll(() => actions(page)).toEqual(["PATCH /users/:user_id"])
      await clickButton(page, "Clear filters")
      await page.getByLabel("Kind of the subject").selectOption("A team")
      await fillField(page, "Subject", "crew")
      await clickButton(page, "Apply filters")
      await page.getByRole("alert").filter({ hasText: "The subject is the id of a team" }).waitFor()
      await picture(page, "console-audit-problem")
      await fillField(page, "Subject", teamId)
      await clickButton(page, "Apply filters")
      await expect.poll(() => actions(page)).toEqual(["PATCH /teams/:team_id"])
      await clickButton(page, "Older")
      await expect.poll(() => rows(page).count()).toBe(6)
      expect((await actions(page)).at(-1)).toBe("POST /teams")
      await clickButton(page, "Newer")
      await expect.poll(() => rows(page).count()).toBe(50)
      await page.getByLabel("Until").fill("2020-01-01T00:00")
      await clickButton(page, "Apply filters")
      await page.getByText("No entry matches the filters.").waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "console-audit-empty")
      await fillField(page, "From", "2021-01-01T00:00")
      await clickButton(page, "Apply filters")
      await page.getByRole("alert").filter({ hasText: "The end is before the start" }).waitFor()
    }))

  it("says in words what happened, with links to the user, the team and the settings", async () => {
    const crewId = await fixture.create("/teams", { display_name: "Quayside crew" })
    await fixture.asAdmin("POST", `/team-memberships/${crewId}/${NOOR}`, {})
    await fixture.asAdmin("PATCH", "/projects/current", { display_name: "Fernhill" })
    await fixture.asAdmin("DELETE", `/team-memberships/${crewId}/aaaaaaaa-0000-4000-8000-000000000000`)
    const made = await fixture.asAdmin("POST", "/users", { display_name: "Gone" })
    const { id }: { readonly id: string } = await made.json()
    await fixture.asAdmin("DELETE", `/users/${id}`)
    await fixture.open(log, async (page) => {
      const added = page.getByRole("rowheader", { name: "Added a user aaaaaaaa to a team" })
      await added.getByRole("link", { name: "a user aaaaaaaa" }).waitFor()
      await page.getByRole("rowheader", { name: "Tried to remove a user aaaaaaaa from a team" }).waitFor()
      const deleted = page.getByRole("rowheader", { name: `Deleted a user ${id.slice(0, 8)} DELETE /users/:user_id` })
      await deleted.waitFor()
      expect(await deleted.getByRole("link").count()).toBe(0)
      expect(await violations(page)).toEqual([])
      await page.getByRole("link", { name: "the settings of the project" }).click()
      await field(page, "Name").waitFor()
      await page.goBack()
      await added.getByRole("link", { name: `a team ${crewId.slice(0, 8)}` }).click()
      await page.getByRole("heading", { name: "Quayside crew" }).waitFor()
      await page.goto(`${fixture.url}/#/projects/${PROJECT}/users/${NOOR}/audit-log`)
      // On the page of the user, the user needs no link.
      const own = page.getByRole("rowheader", { name: "Added the user to a team" })
      await own.waitFor()
      expect(await own.getByRole("link").count()).toBe(1)
      await picture(page, "console-audit-trail")
    })
  })

  it("shows the details of an entry, and leads to the subject and to entries like it", () =>
    fixture.open(`${log}?user=${NOOR}`, async (page) => {
      const details = page.getByRole("button", { name: /^Details: Changed a user/ })
      await details.focus()
      await page.keyboard.press("Enter")
      const dialog = page.getByRole("dialog", { name: "Changed a user" })
      await dialog.getByText("server_metadata").waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "console-audit-details")
      await page.keyboard.press("Escape")
      await expect.poll(() => details.evaluate((element) => element === document.activeElement)).toBe(true)
      await details.click()
      await dialog.getByRole("link", { name: "Entries of this action" }).click()
      await dialog.waitFor({ state: "detached" })
      const action = field(page, "Action")
      await expect.poll(() => action.inputValue()).toBe("PATCH /users/:user_id")
      await details.click()
      await dialog.getByRole("link", { name: NOOR }).click()
      await page.getByRole("heading", { name: "Noor Lindqvist" }).waitFor()
    }))

  it("is on the page of a team for that team", () =>
    fixture.open(`projects/${PROJECT}/teams/${teamId}/audit-log`, async (page) => {
      await page.getByRole("heading", { name: "Audit log" }).waitFor()
      await expect.poll(() => actions(page)).toEqual(["PATCH /teams/:team_id"])
      await clickButton(page, "Older")
      await expect.poll(() => rows(page).count()).toBe(6)
    }))

  it("is exported as CSV, in which no text runs as a formula, and as NDJSON", async () => {
    await fetch(`${fixture.url}/api/v1/auth/password/sign-in`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": `=HYPERLINK("https://evil.example")`,
        "x-stack-project-id": PROJECT,
        "x-stack-access-type": "client",
        "x-stack-publishable-client-key": "pck_dev_h6x0m2r9w4t8c1b5n7k3"
      },
      body: JSON.stringify({ email: "noor@fernhill.example", password: "a wrong password" })
    })
    await fixture.open(log, async (page) => {
      await rows(page).first().waitFor()
      await button(page, "Export").first().click()
      const csv = await exportFile(page, "CSV, for spreadsheets")
      expect(csv.startsWith('\ufeff"id","at","action"')).toBe(true)
      // All pages, not only the shown one.
      expect(csv.match(/"PATCH \/teams\/:team_id"/g)).toHaveLength(55)
      expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
      expect(csv).not.toContain(`"=`)
      await button(page, "Export").first().click()
      const lines = (await exportFile(page, "NDJSON, one JSON object a line")).trimEnd().split("\n")
      expect(lines.length).toBeGreaterThan(55)
      expect(JSON.parse(lines.at(-1) ?? "")).toHaveProperty("at_millis")
      await page.goto(`${fixture.url}/#/${log}?team=${teamId}`)
      await expect.poll(() => actions(page)).toEqual(["PATCH /teams/:team_id"])
      await button(page, "Export").first().click()
      const ofTeam = (await exportFile(page, "NDJSON, one JSON object a line")).trimEnd().split("\n")
      expect(ofTeam).toHaveLength(56)
    })
  })

  it("continues an export after an error, and cancels one", () =>
    fixture.open(log, async (page) => {
      await rows(page).first().waitFor()
      await page.route(/\/audit-log\?.*limit=1000/, (route) =>
        route.fulfill({ status: 400, contentType: "text/plain", body: "This page cannot be read now." })
      )
      await button(page, "Export").first().click()
      const dialog = page.getByRole("dialog", { name: "Export the audit log" })
      await dialog.getByRole("button", { name: "Export" }).click()
      await dialog.getByRole("alert").filter({ hasText: "This page cannot be read now." }).waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "console-audit-export-failed")
      await page.unroute(/\/audit-log\?.*limit=1000/)
      const download = page.waitForEvent("download")
      await dialog.getByRole("button", { name: "Continue" }).click()
      expect((await download).suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/)
      await clickButton(page, "Close")
      // A request without an response: the export runs until it is cancelled.
      await page.route(/\/audit-log\?.*limit=1000/, () => {})
      const sent = page.waitForRequest(/limit=1000/)
      await button(page, "Export").first().click()
      await dialog.getByRole("button", { name: "Export" }).click()
      const failed = page.waitForEvent("requestfailed", (request) => request === asked)
      const asked = await sent
      await dialog.getByRole("button", { name: "Cancel" }).click()
      await failed
      await dialog.waitFor({ state: "detached" })
    }))

  for (const { name, options } of [
    { name: "light", options: { colorScheme: "light", viewport: { width: 1280, height: 800 } } },
    { name: "dark", options: { colorScheme: "dark", viewport: { width: 1280, height: 800 } } },
    { name: "phone", options: { colorScheme: "light", viewport: { width: 390, height: 780 } } },
    { name: "phone-dark", options: { colorScheme: "dark", viewport: { width: 390, height: 780 } } }
  ] as const) {
    it(`has no accessibility violations and no overflow: ${name}`, () =>
      fixture.open(
        `${log}?actor=nobody`,
        async (page) => {
          await page.getByText("No entry matches the filters.").waitFor()
          await clickButton(page, "Clear filters")
          await rows(page).first().waitFor()
          expect(await violations(page)).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
          await picture(page, `console-audit-${name}`)
          await page
            .getByRole("button", { name: /^Details:/ })
            .first()
            .click()
          await page.getByText("Entry id").waitFor()
          expect(await violations(page)).toEqual([])
          await picture(page, `console-audit-details-${name}`)
        },
        { ...options, bypassCSP: true, reducedMotion: "reduce" }
      ))
  }
})
