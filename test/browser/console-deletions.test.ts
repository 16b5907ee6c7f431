/** Tests in Chromium the deletions of the console that can be undone: users, several users, teams. */
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type ConsoleFixture, openConsoleFixture, PROJECT } from "./console-fixture.ts"
import { button, clickButton } from "./controls.ts"
import { picture, violations } from "./fixture.ts"

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

const list = `projects/${PROJECT}/users`
const row = (page: Page, name: string) => page.getByRole("rowheader", { name })

const createUser = (name: string) => fixture.create("/users", { display_name: name })
const statusOf = async (path: string) => (await fixture.asAdmin("GET", path)).status

const deleteUser = async (page: Page, name: string) => {
  await clickButton(page, `Delete ${name}`)
  await page.getByRole("dialog").getByRole("button", { name: "Delete user" }).click()
}

/** Returns the number of users beside the search. */
const countOf = async (page: Page) => Number.parseInt((await page.getByText(/^\d+ users$/).textContent()) ?? "", 10)

/** The checks below wait for animations: the bar that shows the time would end with it. */
const still = { reducedMotion: "reduce" } as const

/** Longer than the time in which a deletion can be undone. */
const afterTheTime = { timeout: 30_000 }

describe("a deletion in the console", () => {
  it("is sent when its time is over, also after other pages were opened", async () => {
    const id = await createUser("Wren Ellery")
    await fixture.open(
      list,
      async (page) => {
        await deleteUser(page, "Wren Ellery")
        await row(page, "Wren Ellery").waitFor({ state: "detached" })
        // The focus on it stops the time, until another page is opened.
        await button(page, "Undo the deletion of Wren Ellery").focus()
        await page.getByText("Wren Ellery will be deleted.").waitFor()
        expect(await violations(page)).toEqual([])
        await picture(page, "console-deletion-undoable")
        expect(await statusOf(`/users/${id}`)).toBe(200)
        await page.getByRole("link", { name: "Teams", exact: true }).click()
        await page.getByText("No team yet").waitFor()
        await button(page, "Undo the deletion of Wren Ellery").waitFor()
        await page.getByText("Wren Ellery was deleted").waitFor(afterTheTime)
        expect(await statusOf(`/users/${id}`)).toBe(404)
        await page.getByText("Wren Ellery was deleted").waitFor({ state: "detached" })
      },
      still
    )
  })

  it("is undone by its button and by the keyboard, and the user is listed and counted again", async () => {
    const id = await createUser("Wren Undone")
    await fixture.open(
      list,
      async (page) => {
        const count = await countOf(page)
        await deleteUser(page, "Wren Undone")
        await expect.poll(() => countOf(page)).toBe(count - 1)
        await clickButton(page, "Undo the deletion of Wren Undone")
        await row(page, "Wren Undone").waitFor()
        await expect.poll(() => countOf(page)).toBe(count)
        await page.getByRole("status").filter({ hasText: "Wren Undone: not deleted" }).waitFor({ state: "attached" })
        await deleteUser(page, "Wren Undone")
        await row(page, "Wren Undone").waitFor({ state: "detached" })
        // A field has an undo of its own.
        await page.getByLabel("Search users").press("Control+z")
        await button(page, "Undo the deletion of Wren Undone").waitFor()
        await page.getByRole("link", { name: "Noor Lindqvist" }).focus()
        await page.keyboard.press("Control+z")
        await row(page, "Wren Undone").waitFor()
        expect(await statusOf(`/users/${id}`)).toBe(200)
        await page.goto(`${fixture.url}/#/${list}/${id}`)
        await clickButton(page, "Delete user")
        await page.getByRole("dialog").getByRole("button", { name: "Delete user" }).click()
        await page.goBack()
        await page.getByText("This user will be deleted.").waitFor()
        expect(await button(page, "Delete user").count()).toBe(0)
        await picture(page, "console-deletion-user-page")
        await clickButton(page, "Undo the deletion of Wren Undone")
        await button(page, "Delete user").waitFor()
      },
      still
    )
    await fixture.asAdmin("DELETE", `/users/${id}`)
  })

  it("is sent when the page is closed", async () => {
    const id = await createUser("Wren Closed")
    await fixture.open(list, async (page) => {
      await deleteUser(page, "Wren Closed")
      await page.getByText("Wren Closed will be deleted.").waitFor()
      await page.goto("about:blank")
      await expect.poll(() => statusOf(`/users/${id}`)).toBe(404)
    })
  })

  it("that fails is shown with the user's name until it is closed, and can be tried again", async () => {
    const id = await createUser("Wren Failed")
    await fixture.open(
      list,
      async (page) => {
        let isBroken = true
        await page.route(`**/users/${id}`, (route) =>
          isBroken && route.request().method() === "DELETE"
            ? route.fulfill({ status: 400, body: "This user cannot be deleted today." })
            : route.fallback()
        )
        await deleteUser(page, "Wren Failed")
        await clickButton(page, "Delete now: Wren Failed")
        const problem = page.getByRole("alert").filter({ hasText: "Wren Failed: This user cannot be deleted today." })
        await problem.waitFor()
        await row(page, "Wren Failed").waitFor()
        expect(await violations(page)).toEqual([])
        await picture(page, "console-deletion-failed")
        isBroken = false
        await clickButton(page, "Try again")
        await page.getByText("Wren Failed was deleted").waitFor()
        expect(await statusOf(`/users/${id}`)).toBe(404)
      },
      still
    )
  })

  it("of several users is undone and sent together", async () => {
    const ids = [await createUser("Crew 1"), await createUser("Crew 2")]
    await fixture.open(`${list}?query=crew`, async (page) => {
      const deleteAll = async () => {
        await page.getByLabel("Select all users on this page").check()
        await clickButton(page, "Delete")
        await page
          .getByRole("dialog", { name: "Delete 2 users?" })
          .getByRole("button", { name: "Delete users" })
          .click()
        await page.getByText("No user matches “crew”").waitFor()
      }
      await deleteAll()
      await clickButton(page, "Undo the deletion of 2 users")
      await row(page, "Crew 1").waitFor()
      await deleteAll()
      // Another owner deletes one of them meanwhile.
      await fixture.asAdmin("DELETE", `/users/${ids[0]}`)
      await clickButton(page, "Delete now: 2 users")
      await page.getByRole("alert").filter({ hasText: "Crew 1: There is no such user in this project" }).waitFor()
      await page.getByText("1 of 2 users deleted. Not deleted:").waitFor()
      await clickButton(page, "Close")
      await expect.poll(() => page.getByRole("alert").filter({ hasText: "Crew" }).count()).toBe(0)
    })
    expect(await statusOf(`/users/${ids[1]}`)).toBe(404)
  })

  it("of a team is undone and sent, too", async () => {
    const id = await fixture.create("/teams", { display_name: "Orchard crew" })
    await fixture.open(`projects/${PROJECT}/teams/${id}`, async (page) => {
      const deleteTeam = async () => {
        await clickButton(page, "Delete team")
        await page.getByRole("dialog").getByLabel("Enter the team's name to confirm").fill("Orchard crew")
        await page.keyboard.press("Enter")
        await page.getByText("No team yet").waitFor()
      }
      await deleteTeam()
      await clickButton(page, "Undo the deletion of Orchard crew")
      await page.getByRole("link", { name: "Orchard crew" }).click()
      await deleteTeam()
      await clickButton(page, "Delete now: Orchard crew")
      await page.getByText("Orchard crew was deleted").waitFor()
      expect(await statusOf(`/teams/${id}`)).toBe(404)
    })
  })

  for (const { name, options } of [
    { name: "light", options: { colorScheme: "light", viewport: { width: 1280, height: 800 } } },
    { name: "phone-dark", options: { colorScheme: "dark", viewport: { width: 390, height: 780 } } }
  ] as const) {
    it(`has no accessibility violations and no overflow: ${name}`, async () => {
      const long = `Maximiliane Freifrau von Hohenstein-Wittelsbach zu Ellery, ${name}`
      const id = await createUser(long)
      await fixture.open(
        list,
        async (page) => {
          await deleteUser(page, long)
          const undo = page.getByRole("button", { name: /^Undo/ })
          // The focus on it stops the time.
          await undo.focus()
          await page.getByText("will be deleted.").waitFor()
          expect(await violations(page)).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
          await picture(page, `console-deletion-${name}`)
          await undo.click()
        },
        { ...options, bypassCSP: true, reducedMotion: "reduce" }
      )
      await fixture.asAdmin("DELETE", `/users/${id}`)
    })
  }
})
