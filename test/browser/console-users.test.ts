/** Tests the users of the console in Chromium: the list with its filters and pages, and the page of one user. */
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type ConsoleFixture, openConsoleFixture, PROJECT } from "./console-fixture.ts"
import { picture, violations } from "./fixture.ts"

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

const names = (page: Page) =>
  page.getByRole("rowheader").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")))

const list = `projects/${PROJECT}/users`

const createUser = async (fields: object): Promise<string> => {
  const response = await fixture.control("POST", `/projects/${PROJECT}/users`, fields)
  const { id }: { readonly id: string } = await response.json()
  return id
}

describe("the list of users in the console", () => {
  it("is filtered and ordered, and its URL has the filters", () =>
    fixture.open(list, async (page) => {
      await page.getByText("4 users").waitFor()
      await page.getByLabel("Primary address").selectOption("Unverified or none")
      await expect.poll(() => names(page)).toEqual(["Ada Okafor"])
      await page.getByLabel("Primary address").selectOption("Verified")
      await page.getByLabel("Sign-in method").selectOption("Connected account")
      await page.getByText("No user matches the filters").waitFor()
      await page.getByLabel("Sign-in method").selectOption("Password")
      await page.getByLabel("Order", { exact: true }).selectOption("Oldest first")
      await expect.poll(async () => (await names(page)).length).toBe(3)
      await page.getByLabel("Search users").fill("noor")
      await expect.poll(() => names(page)).toEqual(["Noor Lindqvist"])
      expect(page.url()).toContain("?query=noor&verified=true&method=password&order=oldest")
      // The URL is a link to this list.
      await page.reload()
      await expect.poll(() => names(page)).toEqual(["Noor Lindqvist"])
      expect(await page.getByLabel("Sign-in method").inputValue()).toBe("password")
      await page.getByLabel("Last active").selectOption("Not for 30 days")
      await page.getByText("No user matches “noor”").waitFor()
    }))

  it("has pages, and starts at the first one again after a change of the filter", () =>
    fixture.open(list, async (page) => {
      const made: Array<string> = []
      for (let index = 0; index < 53; index++) made.push(await createUser({ display_name: `Crowd ${index}` }))
      await page.getByLabel("Search users").fill("crowd")
      await page.getByRole("rowheader", { name: "Crowd 52" }).waitFor()
      expect(await page.getByRole("rowheader").count()).toBe(50)
      await button(page, "Next page").click()
      await expect.poll(() => page.getByRole("rowheader").count()).toBe(3)
      expect(await button(page, "Next page").count()).toBe(0)
      await button(page, "Previous page").click()
      await expect.poll(() => page.getByRole("rowheader").count()).toBe(50)
      await button(page, "Next page").click()
      await expect.poll(() => page.getByRole("rowheader").count()).toBe(3)
      await page.getByLabel("Search users").fill("crowd 5")
      await expect.poll(() => names(page)).toEqual(["Crowd 52", "Crowd 51", "Crowd 50", "Crowd 5"])
      for (const id of made) await fixture.control("DELETE", `/projects/${PROJECT}/users/${id}`)
    }))

  it("shows users who sign up meanwhile, and does not fill the request log", () =>
    fixture.open(list, async (page) => {
      await fixture.control("DELETE", "/requests")
      await page.getByText("4 users").waitFor()
      const id = await createUser({ display_name: "Late Arrival" })
      await page.getByRole("rowheader", { name: "Late Arrival" }).waitFor()
      await fixture.control("DELETE", `/projects/${PROJECT}/users/${id}`)
      await page.getByRole("rowheader", { name: "Late Arrival" }).waitFor({ state: "detached" })
      const { requests }: { readonly requests: ReadonlyArray<unknown> } = await (
        await fixture.control("GET", "/requests")
      ).json()
      expect(requests).toEqual([])
    }))

  it("says that a project of the URL does not exist, and shows another one", () =>
    fixture.open("projects/99999999-9999-4999-8999-999999999999/users", async (page) => {
      await page.getByText("There is no project 99999999-9999-4999-8999-999999999999 here").waitFor()
      await page.getByRole("rowheader", { name: "Noor Lindqvist" }).waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "console-no-project")
    }))

  it("shows the users of another project after a change of the project", () =>
    fixture.open(list, async (page) => {
      await page.getByText("4 users").waitFor()
      await page.getByRole("combobox", { name: "Project", exact: true }).selectOption({ index: 1 })
      await page.getByText("No user yet").waitFor()
      expect(page.url()).toContain("#/projects/22222222-2222-4222-8222-222222222222/users")
      await page.goBack()
      await page.getByRole("rowheader", { name: "Noor Lindqvist" }).waitFor()
    }))
})
