/**
 * Tests the pages of webhooks in the console in Chromium, with a target that responds and one where nothing listens.
 */
import type { Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type ConsoleFixture, waitUntilLoaded, openConsoleFixture, PROJECT, sidewaysIn } from "./console-fixture.ts"
import { button, clickButton } from "./controls.ts"
import { copyBy } from "./copied-text.ts"
import { picture, violations } from "./fixture.ts"

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

const webhooks = `projects/${PROJECT}/webhooks`
const NOWHERE = "http://127.0.0.1:9/webhooks"

interface Listed {
  readonly items: ReadonlyArray<{ readonly id: string }>
}

const readList = async (path: string): Promise<Listed> => (await fixture.asAdmin("GET", path)).json()

beforeEach(async () => {
  for (const { id } of (await readList("/webhooks/targets")).items) {
    await fixture.asAdmin("DELETE", `/webhooks/targets/${id}`)
  }
})

const addTarget = (url: string, settings: object = {}) => fixture.create("/webhooks/targets", { url, ...settings })

const createUser = (display_name: string) => fixture.asAdmin("POST", "/users", { display_name })

const noOverflow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

/** Tries to leave a page that shows a secret: by Back, and by a reload that the browser asks about. */
const staysWithSecret = async (page: Page) => {
  const url = page.url()
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener("popstate", () => resolve(), { once: true })
        history.back()
      })
  )
  await expect.poll(() => page.url()).toBe(url)
  const asked = page.waitForEvent("dialog")
  const reload = page.reload().catch(() => null)
  const dialog = await asked
  expect(dialog.type()).toBe("beforeunload")
  await dialog.dismiss()
  await reload
  expect(await page.getByText("shown this once").isVisible()).toBe(true)
}

describe("webhooks in the console", () => {
  it("go to a target that is added there, are shown with their attempts, and can be sent again", () =>
    fixture.open(webhooks, async (page) => {
      const url = `${fixture.app}/webhooks`
      await page.getByText("No target yet").waitFor()
      await picture(page, "console-webhooks-empty")
      await clickButton(page, "Add target")
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Address").fill("ftp://app.example/")
      await dialog.getByLabel("All events").uncheck()
      await dialog.getByLabel("Secret").fill("whsec_short")
      await dialog.getByRole("button", { name: "Add target" }).click()
      for (const problem of ["begins with https://", "Choose at least one type", "24 to 64 bytes in base64"]) {
        await dialog.getByRole("alert").filter({ hasText: problem }).waitFor()
      }
      expect(await violations(page)).toEqual([])
      await picture(page, "console-webhooks-problems")
      await dialog.getByLabel("Address").fill(url)
      await dialog.getByLabel("Note").fill("Orders")
      await dialog.getByLabel("user.created").check()
      await dialog.getByLabel("team.deleted").check()
      await dialog.getByLabel("Secret").fill("")
      await dialog.getByRole("button", { name: "Add target" }).click()
      await page.getByText("shown this once").waitFor()
      const secret = await copyBy(button(page, "Copy Secret"))
      expect(secret).toMatch(/^whsec_/)
      expect(await violations(page)).toEqual([])
      await picture(page, "console-webhooks-secret")
      await clickButton(page, "Done")
      const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: url }) })
      await row.getByText("2 types").waitFor()
      expect(await page.content()).not.toContain(secret)

      await createUser("Wren")
      await fixture.asAdmin("POST", "/teams", { display_name: "Crew" })
      await page.getByRole("link", { name: "user.created" }).click()
      await page.locator(".ks-badge", { hasText: "Delivered" }).waitFor()
      await page.getByText('"display_name": "Wren"').waitFor()
      const attempts = page.getByRole("region", { name: "Attempts" }).getByRole("row")
      await expect.poll(() => attempts.count()).toBe(2)
      // The second click comes before the page has seen the attempt of the first one.
      await button(page, "Send again").dblclick()
      await page.getByText("The message is sent again").waitFor()
      await expect.poll(() => attempts.count()).toBe(3)
      expect(await violations(page)).toEqual([])
      await picture(page, "console-webhooks-message")
      await page.getByRole("link", { name: "All webhooks" }).click()
      // No message of another type.
      const links = page.getByRole("region", { name: "Messages" }).getByRole("link")
      await expect.poll(() => links.allInnerTexts()).toEqual(["user.created"])
      await row.getByText("Works").waitFor()
      await row.getByRole("link").click()

      await page.getByRole("heading", { name: url }).waitFor()
      const note = page.getByLabel("Note")
      await note.fill("Orders and invoices")
      // Another owner changes it meanwhile.
      const [{ id } = { id: "" }] = (await readList("/webhooks/targets")).items
      await fixture.asAdmin("PATCH", `/webhooks/targets/${id}`, { description: "Invoices" })
      await page.getByText("Another owner changed the target meanwhile").waitFor()
      await page.getByLabel("All events").check()
      await clickButton(page, "Save the target")
      await page.getByText("The target was saved").waitFor()
      expect(await note.inputValue()).toBe("Orders and invoices")
      await clickButton(page, "Replace secret")
      expect(await violations(page)).toEqual([])
      await picture(page, "console-webhooks-rotate")
      await page.getByRole("checkbox", { name: "Sign with the old secret, too, for 1 day" }).press("Space")
      await page.getByText("For a secret that leaked.").waitFor()
      await page.getByRole("checkbox", { name: "Sign with the old secret" }).press("Space")
      await page.getByRole("dialog").getByRole("button", { name: "Replace secret" }).press("Enter")
      await page.getByText("shown this once").waitFor()
      await staysWithSecret(page)
      const next = await copyBy(button(page, "Copy Secret"))
      expect(next).toMatch(/^whsec_/)
      expect(next).not.toBe(secret)
      await clickButton(page, "Done")
      await expect.poll(() => page.content()).not.toContain(next)
      await page.getByText("The old secret signs, too, until").waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "console-webhooks-overlap")
      await button(page, "End the old secret").press("Enter")
      await page.getByText("The old secret ended").waitFor()
      await page.getByText("The old secret signs, too, until").waitFor({ state: "detached" })
      await clickButton(page, "Delete target")
      await page.getByRole("dialog").getByRole("button", { name: "Delete target" }).click()
      await page.getByText("The target was deleted").waitFor()
      await page.getByText("No target yet").waitFor()
    }))

  it("that fail are on the home page, and lead to the target and its failed messages", async () => {
    const id = await addTarget(NOWHERE)
    await createUser("Wren")
    await fixture.open(`projects/${PROJECT}/home`, async (page) => {
      const item = page.getByRole("listitem").filter({ hasText: `Webhooks to ${NOWHERE} fail` })
      await item.getByText("Nothing listens at this address.").waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "console-webhooks-home")
      await item.getByRole("link", { name: "See the target" }).click()
      await page.getByText("The last attempt failed").waitFor()
      expect(new URL(page.url()).hash).toBe(`#/${webhooks}/targets/${id}`)
      await page.getByLabel("Which messages").selectOption("Failed")
      await page.getByText("No message is in the state “Failed”").waitFor()
      expect(new URL(page.url()).hash).toBe(`#/${webhooks}/targets/${id}?state=failed`)
      await page.getByLabel("Which messages").selectOption("Waiting")
      await page.getByRole("link", { name: "user.created" }).click()
      await page.getByText("Nothing listens at this address.").first().waitFor()
      await page.goto(`${fixture.url}/#/${webhooks}/targets/99999999-9999-4999-8999-999999999999`)
      await page.getByText("There is no such target in this project").waitFor()
      expect(await violations(page)).toEqual([])
      await page.goto(`${fixture.url}/#/${webhooks}/msg_none`)
      await page.getByText("There is no such message").waitFor()
      expect(await violations(page)).toEqual([])
    })
  })

  it("are administered by the keyboard alone", async () => {
    await addTarget(NOWHERE)
    await fixture.open(webhooks, async (page) => {
      await page.getByRole("rowheader", { name: NOWHERE }).waitFor()
      await button(page, "Add target").focus()
      await page.keyboard.press("Enter")
      await page.getByRole("dialog").getByLabel("Address").waitFor()
      await page.keyboard.press("Escape")
      await page.getByRole("dialog").waitFor({ state: "detached" })
      await expect.poll(() => button(page, "Add target").evaluate((one) => one === document.activeElement)).toBe(true)
      await page.getByRole("rowheader", { name: NOWHERE }).getByRole("link").focus()
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: NOWHERE }).waitFor()
      await page.getByLabel("Note").focus()
      await page.keyboard.type("By keyboard")
      await page.keyboard.press("Enter")
      await page.getByText("The target was saved").waitFor()
      await button(page, "Delete target").focus()
      await page.keyboard.press("Enter")
      // The button that changes nothing has the focus first.
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Cancel")
      await page.keyboard.press("Tab")
      await page.keyboard.press("Enter")
      await page.getByText("No target yet").waitFor()
    })
  })
})

const looks = [
  { name: "light", options: { colorScheme: "light" } },
  { name: "dark", options: { colorScheme: "dark" } },
  { name: "phone", options: { colorScheme: "dark", viewport: { width: 390, height: 760 } } }
] as const

/** The tables of a page that do not scroll sideways on a phone. */
const tables: Readonly<Record<string, ReadonlyArray<string>>> = {
  list: ["Messages"],
  target: ["Messages"],
  message: ["Deliveries", "Attempts"]
}

describe("accessibility and layout of the pages of webhooks", () => {
  for (const { name, options } of looks) {
    it(`has no violations, no overflow, and shows HTML as text: ${name}`, async () => {
      const markup = `"><img src=x onerror="globalThis.attacked=true">{{7*7}}`
      const long = `http://127.0.0.1:9/${"a-long-address/".repeat(9)}?q=${encodeURIComponent(markup)}`
      await addTarget(`${fixture.app}/webhooks`, { description: "Orders", event_types: ["user.created"] })
      const id = await addTarget(long, { description: markup })
      await createUser(markup)
      const [{ id: message } = { id: "" }] = (await readList("/webhooks/messages")).items
      const pages = { list: "", target: `/targets/${id}`, message: `/${message}`, home: null }
      await fixture.open(
        webhooks,
        async (page) => {
          for (const [part, path] of Object.entries(pages)) {
            await page.goto(`${fixture.url}/#/${path === null ? `projects/${PROJECT}/home` : `${webhooks}${path}`}`)
            await page
              .getByText(/a-long-address/)
              .first()
              .waitFor()
            await waitUntilLoaded(page)
            expect([part, await violations(page)]).toEqual([part, []])
            await noOverflow(page)
            if (name === "phone") {
              for (const table of tables[part] ?? []) expect([table, await sidewaysIn(page, table)]).toEqual([table, 0])
            }
            expect(await page.evaluate(() => "attacked" in globalThis)).toBe(false)
            expect(await page.locator("img[src=x]").count()).toBe(0)
            await picture(page, `console-webhooks-${part}-${name}`)
          }
          await page.goto(`${fixture.url}/#/${webhooks}`)
          await clickButton(page, "Add target")
          await page.getByRole("dialog").getByLabel("All events").uncheck()
          expect(await violations(page)).toEqual([])
          await noOverflow(page)
          await picture(page, `console-webhooks-dialog-${name}`)
        },
        { ...options, bypassCSP: true, reducedMotion: "reduce" }
      )
    })
  }
})
