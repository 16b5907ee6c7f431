/** Seeds in the console of `keystile dev`: export, reset, undo and import, by the keyboard alone. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Locator } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type ConsoleFixture, openConsoleFixture, PROJECT } from "./console-fixture.ts"
import { button } from "./controls.ts"
import { picture, violations } from "./fixture.ts"

let fixture: ConsoleFixture
let folder: string
beforeAll(async () => {
  fixture = await openConsoleFixture()
  folder = mkdtempSync(join(tmpdir(), "keystile-seeds-"))
})
afterAll(async () => {
  await fixture.close()
  rmSync(folder, { recursive: true })
})

const pressEnter = async (control: Locator) => {
  await control.focus()
  await control.press("Enter")
}

const exportSeed = async () => (await fixture.control("GET", "/seed/export")).json()

const withFile = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe("the page of seeds", () => {
  it("exports, resets, undoes and imports the state", () =>
    fixture.open("seeds", async (page) => {
      await fixture.asAdmin("POST", "/teams", { display_name: "Pickers" })
      const before = await exportSeed()

      const downloading = page.waitForEvent("download")
      await pressEnter(button(page, "Download seed file"))
      const path = join(folder, "seed.json")
      await (await downloading).saveAs(path)
      await page.getByText("The file was downloaded.").waitFor()
      expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(before.seed)

      await pressEnter(button(page, "Reset to an empty project"))
      const question = page.getByRole("dialog", { name: "Reset to an empty project?" })
      await question.getByRole("button", { name: "Cancel" }).waitFor()
      await page.keyboard.press("Escape")
      await question.waitFor({ state: "detached" })
      await pressEnter(button(page, "Reset to an empty project"))
      await pressEnter(button(question, "Reset"))
      await page.getByText("Reset. The service has 1 project, 0 users and 0 teams.").waitFor()

      await pressEnter(button(page, "Undo the change"))
      await page.getByText("Undone. The service has 2 projects, 4 users and 1 team.").waitFor()
      expect(await exportSeed()).toEqual(before)

      await pressEnter(button(page, "Reset to the seed of the start"))
      await pressEnter(button(page.getByRole("dialog"), "Reset"))
      await page.getByText("Reset. The service has 2 projects, 4 users and 0 teams.").waitFor()

      await page.getByLabel("Seed file").setInputFiles(path)
      await pressEnter(button(page, "Import"))
      await pressEnter(page.getByRole("dialog").getByRole("button", { name: "Replace everything" }))
      await page.getByText("Imported. The service has 2 projects, 4 users and 1 team.").waitFor()
      expect(await exportSeed()).toEqual(before)

      // The session by which the console calls the admin API ended with its owner.
      await page.getByRole("navigation").getByRole("link", { name: "Users" }).press("Enter")
      await page.getByText("Ada Okafor").waitFor()
    }))

  it("shows the line of each problem of a file, and changes nothing", () =>
    fixture.open("seeds", async (page) => {
      const before = await exportSeed()
      await pressEnter(button(page, "Import"))
      await page.getByRole("alert").filter({ hasText: "Choose a seed file." }).waitFor()
      const project = `{"id": "${PROJECT}", "displayName": "F",`
      const broken = `{"projects": [${project}\n"users": [{"email": "x"}],\n"hooks": []}]}`
      await page.getByLabel("Seed file").setInputFiles(withFile("broken.json", broken))
      await page.getByLabel("The present state").selectOption("Add what is missing, as at a start")
      await pressEnter(button(page, "Import"))
      await page.getByText("Line 2, column 21: projects.0.users.0.email").waitFor()
      await page.getByText("Line 3, column 10: projects.0.hooks: Unknown property").waitFor()
      await page.getByLabel("Seed file").setInputFiles(withFile("broken.json", '{\n"projects": ['))
      await pressEnter(button(page, "Import"))
      await page.getByText("The JSON ends too early.").waitFor()
      expect(await exportSeed()).toEqual(before)
    }))

  for (const [look, options] of [
    ["light", { colorScheme: "light" }],
    ["dark", { colorScheme: "dark" }],
    ["phone", { colorScheme: "light", viewport: { width: 390, height: 844 } }]
  ] as const) {
    it(`has no accessibility violations and no overflow: ${look}`, () =>
      fixture.open(
        "seeds",
        async (page) => {
          await page.getByLabel("Seed file").setInputFiles(withFile("empty.json", '{"projects": [{"id": "x"}]}'))
          await page.getByLabel("The present state").selectOption("Add what is missing, as at a start")
          await pressEnter(button(page, "Import"))
          await page.getByText("projects.0.displayName").waitFor()
          expect(await violations(page)).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
          await picture(page, `console-seeds-${look}`)
          await pressEnter(button(page, "Reset to an empty project"))
          await page.getByRole("dialog").waitFor()
          expect(await violations(page)).toEqual([])
          await picture(page, `console-seeds-reset-${look}`)
        },
        { ...options, bypassCSP: true, reducedMotion: "reduce" }
      ))
  }
})
