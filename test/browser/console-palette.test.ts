/** Tests the command palette of the console in Chromium: by keyboard, by pointer, and as a combobox. */
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type ConsoleFixture, openConsoleFixture, PROJECT } from "./console-fixture.ts"
import { picture, violations } from "./fixture.ts"

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

const field = (page: Page) => page.getByRole("combobox", { name: "Go to a page, a user or a team" })

/** Presses the key of the palette, which works once the button is shown. */
const openByKey = async (page: Page) => {
  await page.getByRole("button", { name: "Go to" }).waitFor()
  await page.keyboard.press("Control+k")
}

const selectedOption = (page: Page) =>
  page.getByRole("listbox").getByRole("option", { selected: true }).locator("span").first().textContent()

describe("the command palette", () => {
  it("opens any page by keyboard, and gives the focus back when it is closed", () =>
    fixture.open("projects", async (page) => {
      const button = page.getByRole("button", { name: "Go to" })
      await button.focus()
      await openByKey(page)
      await field(page).waitFor()
      expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true)
      expect(await violations(page)).toEqual([])
      await page.keyboard.press("Escape")
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
      await openByKey(page)
      await field(page).fill("mail")
      await expect.poll(() => selectedOption(page)).toMatch(/mail/i)
      const first = await field(page).getAttribute("aria-activedescendant")
      await page.keyboard.press("ArrowDown")
      await expect.poll(() => field(page).getAttribute("aria-activedescendant")).not.toBe(first)
      await page.keyboard.press("ArrowUp")
      await field(page).fill("trusted dom")
      await expect.poll(() => selectedOption(page)).toBe("Settings: Domains")
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Trusted domains" }).waitFor()
      expect(page.url()).toContain(`#/projects/${PROJECT}/settings/domains`)
    }))

  it("finds users and teams of the project by a part of their name", async () => {
    const id = await fixture.create("/teams", { display_name: "Orchard <b>team</b>" })
    await fixture.open(`projects/${PROJECT}/users`, async (page) => {
      await page.getByRole("button", { name: "Go to" }).click()
      await field(page).fill("lindq")
      await page.getByRole("option", { name: /Noor Lindqvist/ }).waitFor()
      await picture(page, "console-palette")
      expect(await violations(page)).toEqual([])
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Noor Lindqvist" }).waitFor()
      await openByKey(page)
      await field(page).fill("orchard")
      await page.getByRole("option", { name: /Orchard <b>team<\/b>/ }).click()
      await expect.poll(() => page.url()).toContain(`#/projects/${PROJECT}/teams/${id}`)
      await page.getByRole("heading", { name: "Orchard <b>team</b>" }).waitFor()
      await openByKey(page)
      await field(page).fill("nothing has such a name")
      await page.getByText("Nothing matches “nothing has such a name”").waitFor()
      expect(await violations(page)).toEqual([])
    })
    await fixture.asAdmin("DELETE", `/teams/${id}`)
  })

  it("shows each user in one line, also with a long name", async () => {
    const id = await fixture.create("/users", {
      display_name: "Wolfeschlegelsteinhausenbergerdorff".repeat(6),
      primary_email: "hubert@fernhill.example"
    })
    await fixture.open(`projects/${PROJECT}/users`, async (page) => {
      await openByKey(page)
      await field(page).fill("wolfe")
      const option = page.getByRole("option", { name: /hubert@fernhill.example/ })
      await option.waitFor()
      expect((await option.boundingBox())?.height).toBeLessThan(45)
    })
    await fixture.asAdmin("DELETE", `/users/${id}`)
  })

  for (const colorScheme of ["light", "dark"] as const) {
    it(`fits a phone, ${colorScheme}`, () =>
      fixture.open(
        "projects",
        async (page) => {
          await page.getByRole("button", { name: "Go to" }).click()
          await field(page).fill("maximiliane")
          await page.getByRole("listbox").getByRole("option").first().waitFor()
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect(overflow).toBeLessThanOrEqual(0)
          expect(await violations(page)).toEqual([])
          await picture(page, `console-palette-${colorScheme}-390`)
        },
        { colorScheme, viewport: { width: 390, height: 800 }, reducedMotion: "reduce" }
      ))
  }
})
