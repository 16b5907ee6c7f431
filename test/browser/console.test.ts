/** Tests the console in Chromium: each page works and is accessible, and pages of other origins cannot use it. */
import type { Locator, Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { attack } from "./console-attack.ts"
import {
  type ConsoleFixture,
  keys,
  waitUntilLoaded,
  openConsoleFixture,
  PROJECT,
  setHidden,
  sidewaysIn
} from "./console-fixture.ts"
import { button, clickButton, fillField } from "./controls.ts"
import { copyBy } from "./copied-text.ts"
import { picture, violations } from "./fixture.ts"

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

beforeEach(async () => {
  for (const path of ["/faults", "/mailbox", "/requests"]) await fixture.control("DELETE", path)
})

const callback = () => `${fixture.app}/handler/magic-link-callback`

const sendCode = (email = "tomas@fernhill.example") =>
  fixture.call("POST", "/auth/otp/send-sign-in-code", { email, callback_url: callback() })

/** The known error in the list of requests. Narrow windows show it in another column. */
const knownError = (page: Page) => page.getByText("CANNOT_GET_OWN_USER_WITHOUT_USER").filter({ visible: true })

/** Waits until the switch shows the service's state, which the page polls every two seconds. */
const until = (one: Locator, on: boolean) =>
  expect.poll(() => one.getAttribute("aria-checked"), { timeout: 10_000 }).toBe(String(on))

describe("the console", () => {
  it("shows projects, hides their secret keys until requested, and copies each value", () =>
    fixture.open("projects", async (page, hosts) => {
      await page.getByRole("heading", { name: "Fernhill" }).waitFor()
      expect(await page.locator("body").innerText()).not.toContain(keys.secretServerKey)
      expect(await copyBy(button(page, "Copy Secret server key"))).toBe(keys.secretServerKey)
      await page.getByText("Secret server key copied").waitFor({ state: "attached" })
      await clickButton(page, "Show Secret server key")
      await page.getByText(keys.secretServerKey).waitFor()
      const variables = (await copyBy(button(page, "Copy .env"))).split("\n")
      expect(variables).toContain(`NEXT_PUBLIC_STACK_PROJECT_ID=${PROJECT}`)
      expect(hosts).toEqual(new Set([new URL(fixture.url).host]))
    }))

  it("creates keys, shows them once, and revokes them", () =>
    fixture.open("projects", async (page) => {
      await clickButton(page, "New key set")
      await page.getByLabel("Description").fill("Ada's laptop")
      await page.getByRole("checkbox", { name: "Publishable client key" }).uncheck()
      await clickButton(page, "Make keys")
      await page.getByText("shown this once").waitFor()
      const key = await copyBy(button(page, "Copy Secret server key").last())
      expect(key).toMatch(/^ssk_dev/)
      await picture(page, "console-new-keys")
      await clickButton(page, "Done")
      await page.getByRole("rowheader", { name: "Ada's laptop" }).waitFor()
      expect(await page.content()).not.toContain(key)
      await clickButton(page, "Revoke Ada's laptop")
      await clickButton(page, "Revoke Ada's laptop for good")
      await page.getByText("Revoked").waitFor()
    }))

  it("shows a mail on arrival, with its code and link, in a frame without scripts", () =>
    fixture.open("mailbox", async (page) => {
      await page.getByText("No mail yet").waitFor()
      await sendCode()
      await page.getByRole("heading", { name: /is your sign-in code/ }).waitFor()
      expect(await copyBy(page.getByRole("button", { name: /^Copy code/ }))).toMatch(/^[\dA-Z]{6}$/)
      const href = await page.getByRole("link", { name: "Open link" }).getAttribute("href")
      expect(href).toContain(`${callback()}?code=`)
      const frame = page.frameLocator("iframe")
      const [opened] = await Promise.all([
        page.waitForEvent("popup"),
        frame.getByRole("link", { name: "Sign in" }).click()
      ])
      await opened.waitForURL(String(href))
      expect(await opened.evaluate(() => [document.referrer, globalThis.opener])).toEqual(["", null])
      await page.getByRole("tab", { name: "Mail" }).focus()
      await page.keyboard.press("ArrowRight")
      await page.getByRole("tabpanel").getByText(/sign/i).waitFor()
      await clickButton(page, "Clear the mailbox")
      await page.getByText("No mail yet").waitFor()
    }))

  it("searches and creates users, and shows errors", () =>
    fixture.open("users", async (page) => {
      await page.getByText("4 users").waitFor()
      await page.getByLabel("Search users").fill("NOOR")
      await expect
        .poll(() => page.getByRole("rowheader").allInnerTexts())
        .toEqual([expect.stringContaining("Noor Lindqvist")])
      await page.getByLabel("Search users").fill("nobody at all")
      await page.getByText("No user matches").waitFor()
      await page.getByLabel("Search users").fill("")
      await clickButton(page, "Create user")
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Email").fill("noor@fernhill.example")
      await dialog.getByRole("button", { name: "Create user" }).click()
      await dialog.getByRole("alert").filter({ hasText: "already exists" }).waitFor()
      await picture(page, "console-create-user-refused")
      await dialog.getByLabel("Email").fill("ines@fernhill.example")
      await dialog.getByLabel("Name").fill("Inés Caballero")
      await dialog.getByRole("button", { name: "Create user" }).click()
      await page.getByText("5 users").waitFor()
      await button(page, "Sign in as Inés Caballero").waitFor()
    }))

  it("deletes a user after a confirmation, with the keyboard alone", () =>
    fixture.open("users", async (page) => {
      await fixture.control("POST", `/projects/${PROJECT}/users`, { display_name: "Wren Ellery" })
      const remove = button(page, "Delete Wren Ellery")
      const dialog = page.getByRole("dialog", { name: "Delete Wren Ellery?" })
      await remove.focus()
      await page.keyboard.press("Enter")
      await dialog.waitFor()
      // The button that changes nothing has the focus first.
      const cancel = dialog.getByRole("button", { name: "Cancel" })
      expect(await cancel.evaluate((one) => one === document.activeElement)).toBe(true)
      await picture(page, "console-delete-user")
      await page.keyboard.press("Escape")
      await dialog.waitFor({ state: "detached" })
      expect(await remove.evaluate((one) => one === document.activeElement)).toBe(true)
      await page.keyboard.press("Enter")
      await dialog.waitFor()
      await page.keyboard.press("Tab")
      await page.keyboard.press("Enter")
      await remove.waitFor({ state: "detached" })
      await page.getByRole("status").filter({ hasText: "Wren Ellery will be deleted" }).waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Users")
      await button(page, "Delete Noor Lindqvist").waitFor()
    }))

  it("creates a project and shows it", () =>
    fixture.open("projects", async (page) => {
      await clickButton(page, "New project")
      const dialog = page.getByRole("dialog", { name: "Create a project" })
      await dialog.getByLabel("Name").fill("Orchard")
      await picture(page, "console-new-project")
      await dialog.getByRole("button", { name: "Create project" }).click()
      await page.getByRole("heading", { name: "Orchard" }).waitFor()
      expect(await copyBy(button(page, "Copy Publishable client key"))).toMatch(/^pck_/)
    }))

  it("signs in as a user in the application by a link with a code, with no token in an address", () =>
    fixture.open("users", async (page) => {
      await clickButton(page, "Sign in as Tomás Beltrán")
      await page.getByLabel(/sign-in page/).fill("https://evil.example/")
      await clickButton(page, "Open the application")
      await page.getByRole("alert").filter({ hasText: "does not trust" }).waitFor()
      await page.getByLabel(/sign-in page/).fill(callback())
      await picture(page, "console-sign-in-as")
      const [opened] = await Promise.all([page.waitForEvent("popup"), clickButton(page, "Open the application")])
      await opened.waitForURL(`${callback()}?**`)
      const url = new URL(opened.url())
      expect([...url.searchParams.keys()]).toEqual(["code"])
      expect(await opened.evaluate(() => [document.referrer, globalThis.opener])).toEqual(["", null])
      const signedIn = await fixture.call("POST", "/auth/otp/sign-in", { code: url.searchParams.get("code") })
      expect(signedIn.status).toBe(200)
      const { refresh_token } = await signedIn.json()
      expect(page.url() + opened.url()).not.toContain(refresh_token)
      const session = await copyBy(button(page, "Copy a session"))
      await page.getByText("Session copied").waitFor({ state: "attached" })
      expect(Object.keys(JSON.parse(session))).toEqual(["accessToken", "refreshToken"])
      // The address is stored, since the next sign-in is mostly for the same application.
      await page.reload()
      await clickButton(page, "Sign in as Ada Okafor")
      expect(await page.getByLabel(/sign-in page/).inputValue()).toBe(callback())
    }))

  it("follows requests with their known errors and faults", () =>
    fixture.open("requests", async (page) => {
      await page.getByText("No request yet").waitFor()
      await fixture.call("GET", "/users/me")
      await knownError(page).waitFor()
      await fixture.control("POST", "/faults", { kind: "serverError", times: 1 })
      await fixture.call("GET", "/projects/current")
      await page.getByText("fault: serverError").filter({ visible: true }).waitFor()
      await page.getByRole("button", { name: "Details of GET /users/me" }).click()
      const dialog = page.getByRole("dialog", { name: "GET /api/v1/users/me" })
      await dialog.getByRole("region", { name: "Request headers" }).getByText("x-stack-project-id").waitFor()
      expect(await copyBy(dialog.getByRole("button", { name: "Copy as curl" }))).toContain(
        `curl -X GET ${fixture.url}/api/v1/users/me \\\n`
      )
      await page.keyboard.press("Escape")
      await dialog.waitFor({ state: "detached" })
      await page.getByLabel("Which requests").selectOption("With a fault")
      await knownError(page).waitFor({ state: "detached" })
      await page.getByLabel("Which requests").selectOption("Errors")
      await knownError(page).waitFor()
      await page.getByLabel("Filter requests").fill("500")
      await knownError(page).waitFor({ state: "detached" })
      await clickButton(page, "Clear")
      await page.getByText("No request yet").waitFor()
    }))

  it("turns every fault on, adjusts it and turns it off, with the keyboard alone", () =>
    fixture.open("faults", async (page) => {
      await page.getByRole("switch").first().waitFor()
      expect(await page.getByRole("switch").count()).toBe(10)
      for (const one of await page.getByRole("switch").all()) {
        await one.focus()
        await page.keyboard.press("Space")
        await until(one, true)
      }
      const { faults } = await (await fixture.control("GET", "/faults")).json()
      expect(faults.map(({ fault }: { readonly fault: { readonly kind: string } }) => fault.kind).sort()).toEqual([
        "delay",
        "dropMail",
        "expireTokens",
        "loop",
        "rateLimit",
        "reset",
        "serverError",
        "truncate",
        "unavailable",
        "wrongErrorHeader"
      ])
      await page.getByText("10 faults are on.").waitFor()
      await button(page, "Turn all off").focus()
      await page.keyboard.press("Enter")
      await page.getByText("faults are on").waitFor({ state: "detached" })

      await button(page, "Adjust Rate limit").focus()
      await page.keyboard.press("Enter")
      const card = page.locator("form").filter({ hasText: "Rate limit" })
      await card.getByLabel("Path").fill("/api/v1/users*")
      await card.getByLabel("Times").fill("0")
      await card.getByRole("switch").press("Space")
      await card.getByRole("alert").filter({ hasText: "body.times" }).waitFor()
      await card.getByLabel("Times").fill("1")
      await page.keyboard.press("Enter")
      await until(card.getByRole("switch"), true)
      expect((await fixture.call("GET", "/projects/current")).status).toBe(200)
      expect((await fixture.call("GET", "/users/me")).status).toBe(429)
      // The fault was set to happen once.
      await until(card.getByRole("switch"), false)
    }))

  it("pages and dialogs can be used with the keyboard alone", () =>
    fixture.open("projects", async (page) => {
      await page.getByRole("heading", { name: "Fernhill" }).waitFor()
      const users = page.getByRole("navigation").getByRole("link", { name: "Users" })
      for (let pressed = 0; pressed < 10; pressed++) {
        await page.keyboard.press("Tab")
        if (await users.evaluate((link) => link === document.activeElement)) break
      }
      await page.keyboard.press("Enter")
      await button(page, "Sign in as Noor Lindqvist").waitFor()
      expect(await page.title()).toBe("Users · Keystile console")
      const create = button(page, "Create user")
      await create.focus()
      await page.keyboard.press("Enter")
      await page.getByRole("dialog").waitFor()
      expect(await page.evaluate(() => document.activeElement?.closest("dialog") !== null)).toBe(true)
      await page.keyboard.press("Escape")
      await page.getByRole("dialog").waitFor({ state: "detached" })
      expect(await create.evaluate((element) => element === document.activeElement)).toBe(true)
    }))

  it("sends no requests while the page is hidden", () =>
    fixture.open("requests", async (page) => {
      await page.getByText("No request yet").waitFor()
      await setHidden(page, true)
      await page.waitForLoadState("networkidle")
      await fixture.call("GET", "/users/me")
      let requestCount = 0
      page.on("request", () => requestCount++)
      await page.clock.install()
      await page.clock.runFor(60_000)
      expect(requestCount).toBe(0)
      await setHidden(page, false)
      await knownError(page).waitFor()
    }))

  it("shows names and other input of users as text only", () =>
    fixture.open("users", async (page) => {
      const name = `<img src=x onerror="document.title='owned'"> ${"W".repeat(300)}`
      await fixture.control("POST", `/projects/${PROJECT}/users`, { display_name: name })
      await page.getByText(name.slice(0, 40)).waitFor()
      expect(await page.title()).toBe("Users · Keystile console")
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    }))
})

describe("a page of another origin", () => {
  it("cannot use, read or frame the console", async () => {
    await sendCode()
    const context = await fixture.browser.newContext()
    try {
      for (const app of [fixture.app, fixture.app.replace("localhost", "127.0.0.1")]) {
        const page = await context.newPage()
        await page.goto(app)
        expect(await page.evaluate(attack, fixture.url)).toEqual([])
        for (const frame of page.frames().slice(1)) {
          await frame.waitForLoadState()
          await expect.poll(() => frame.content()).not.toContain("Keystile console")
        }
        await page.close()
      }
    } finally {
      await context.close()
    }
    const overview = await (await fixture.control("GET", "/overview")).json()
    expect(overview).toEqual({ leadMillis: 0, faults: 0, mails: 1 })
  })
})

const pages = ["projects", "mailbox", "users", "requests", "faults"]

const looks = [
  { name: "light", options: { colorScheme: "light" } },
  { name: "dark", options: { colorScheme: "dark" } },
  { name: "phone", options: { colorScheme: "light", viewport: { width: 375, height: 740 } } }
] as const

describe("accessibility and layout of the console", () => {
  for (const { name, options } of looks) {
    it(`has no accessibility violations and no overflow: ${name}`, async () => {
      await sendCode("maximiliane.hohenstein-wittelsbach@subsidiary.example.com")
      await fixture.call("GET", "/users/me")
      await fixture.control("POST", "/faults", { kind: "delay", millis: 5, path: "/api/v1/auth*" })
      // axe is a script, which the page's own policy would block.
      await fixture.open(
        pages[0] ?? "",
        async (page) => {
          for (const one of pages) {
            await page.goto(`${fixture.url}/#/${one}`)
            await page.locator("nav [aria-current=page]").waitFor()
            await waitUntilLoaded(page)
            expect([one, await violations(page)]).toEqual([one, []])
            expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
            await picture(page, `console-${one}-${name}`)
            if (one === "requests") {
              if (name === "phone") {
                expect(await sidewaysIn(page, "Requests")).toBe(0)
                await knownError(page).first().waitFor()
              }
              await page.getByRole("button", { name: "Details of GET /users/me" }).first().click()
              await page.getByRole("region", { name: "Response headers" }).waitFor()
              expect(await violations(page)).toEqual([])
              await picture(page, `console-request-${name}`)
            }
          }
          await page.goto(`${fixture.url}/#/users`)
          // A narrow window has no room for the button in the list.
          await page.getByRole("link", { name: "Noor Lindqvist" }).click()
          await clickButton(page, "Sign in as")
          expect(await violations(page)).toEqual([])
          await picture(page, `console-dialog-${name}`)
          await page.keyboard.press("Escape")
          await page.getByRole("link", { name: "All users" }).click()
          await clickButton(page, "Delete Noor Lindqvist")
          expect(await violations(page)).toEqual([])
          await picture(page, `console-delete-${name}`)
        },
        { ...options, bypassCSP: true, reducedMotion: "reduce" }
      )
    })
  }
})

describe("the clock and a restart", () => {
  it("moves the clock forward on all pages, and reconnects after the service restarts", () =>
    fixture.open("faults", async (page) => {
      await clickButton(page, "+ 1 day")
      await page.getByText("1 day ahead").waitFor()
      await page.getByText("Clock + 1 day").waitFor()
      await fillField(page, "Minutes", "-5")
      await clickButton(page, "Move by these minutes")
      await page.getByRole("alert").filter({ hasText: "only moves forward" }).waitFor()
      await fixture.stopService()
      await page.getByText("It may have been stopped.").waitFor()
      await clickButton(page, "+ 1 day")
      await page.getByRole("alert").filter({ hasText: "does not respond" }).waitFor()
      await picture(page, "console-stopped")
      await fixture.startService()
      await page.getByText("It may have been stopped.").waitFor({ state: "detached" })
      await page.getByText("Clock + 1 day").waitFor({ state: "detached" })
    }))
})
