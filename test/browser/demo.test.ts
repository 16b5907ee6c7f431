/** Tests the example application with teams, built for production under the strictest policy (`npm run demo`). */
import { join } from "node:path"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { buildApp } from "../../scripts/demo/example.mjs"
import { clickButton, fillField } from "./controls.ts"
import { walk } from "./demo-journey.mjs"
import { createDemoTeams, startDemoService } from "../../scripts/demo/service.mjs"
import { password, people } from "../../examples/react-app/teams.ts"
import { built, connectBrowser, violations, type Visit, visit } from "./fixture.ts"
import { serveFolder } from "./static-site.ts"

interface Demo {
  readonly url: string
  readonly service: string
  readonly open: (work: (visit: Visit) => Promise<void>, options?: BrowserContextOptions) => Promise<void>
  readonly close: () => Promise<void>
}

const openDemo = async (): Promise<Demo> => {
  const service = await startDemoService({ port: 0, db: ":memory:" })
  const folder = join(built, "demo")
  await buildApp({ folder, service })
  const site = await serveFolder(folder, service.url)
  await createDemoTeams(service, site.url)
  const browser: Browser = await connectBrowser()
  return {
    url: site.url,
    service: service.url,
    open: (work, options) => visit(browser, service.url, work, options),
    close: async () => {
      await browser.close()
      await Promise.all([site.stop(), service.stop()])
    }
  }
}

const signIn = async (page: Page, url: string, email: string) => {
  await page.goto(`${url}/handler/sign-in`)
  await page.getByRole("tab", { name: "Email & Password" }).click()
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(email)
  await fillField(page, "Password", password)
  await clickButton(page, "Sign In")
  await page.getByRole("heading", { name: "Your teams" }).waitFor()
}

/** Expects no accessibility violations and no horizontal overflow. */
const fits = async (page: Page, text: string) => {
  await page.getByText(text).first().waitFor()
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

describe("the demo", () => {
  let demo: Demo
  beforeAll(async () => {
    demo = await openDemo()
  })
  afterAll(() => demo?.close())

  it("two users sign up, create a team, invite, join, pin and read", () =>
    demo.open(({ page }) =>
      demo.open(({ page: guest }) => walk({ page, guest, url: demo.url, service: demo.service }))
    ))

  it("has no accessibility violations on any page, on a phone", () =>
    demo.open(
      async ({ page }) => {
        const { url } = demo
        await page.goto(url)
        await fits(page, "Start a board")
        await signIn(page, url, people.noor.email)
        await fits(page, "Fernhill Choir")
        await page
          .getByRole("main")
          .getByRole("link", { name: /Fernhill Choir/ })
          .click()
        await fits(page, "Saturday's rehearsal")
        await page.getByRole("button", { name: "Pin a notice" }).click()
        await page.getByRole("button", { name: "Pin it" }).click()
        await fits(page, "A notice needs a title.")
        await page.getByRole("link", { name: "People" }).click()
        await fits(page, people.pia.email)
        for (const [path, text] of [
          ["/teams/new", "What is it called?"],
          ["/teams/none", "You are not in this team"],
          ["/account#look", "Brightness"],
          ["/nowhere", "This address leads nowhere"]
        ] as const) {
          await page.goto(`${url}${path}`)
          await fits(page, text)
        }
      },
      { reducedMotion: "reduce", viewport: { width: 320, height: 760 } }
    ))

  it("opens the settings page of the address, also with a router, without accessibility violations in dark mode", () =>
    demo.open(
      async ({ page }) => {
        await page.goto(demo.url)
        await fits(page, "Start a board")
        await signIn(page, demo.url, people.noor.email)
        await page.goto(`${demo.url}/account#look`)
        await fits(page, "Brightness")
        const entry = page.getByRole("main").getByRole("link", { name: "Look and language" })
        await vi.waitFor(async () => expect((await entry.boundingBox())?.x).toBeLessThan(250))
        await page.evaluate(() => history.pushState(null, "", "#settings"))
        await page.getByRole("heading", { name: "Settings", exact: true }).waitFor()
      },
      { colorScheme: "dark", reducedMotion: "reduce", viewport: { width: 390, height: 760 } }
    ))

  it("shows an error when the teams cannot be loaded, and recovers", () =>
    demo.open(async ({ page }) => {
      await signIn(page, demo.url, people.wen.email)
      await page
        .getByRole("main")
        .getByRole("link", { name: /Fernhill Choir/ })
        .waitFor()
      await page.route("**/api/v1/teams?*", (route) => route.fulfill({ status: 500, body: "no" }))
      await page.reload()
      await page.getByRole("alert").getByText("This did not work.").waitFor()
      await page.unroute("**/api/v1/teams?*")
      await page.getByRole("button", { name: "Try again" }).click()
      await page
        .getByRole("main")
        .getByRole("link", { name: /Fernhill Choir/ })
        .waitFor()
    }))
})
