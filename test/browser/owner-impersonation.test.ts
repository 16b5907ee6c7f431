/** An owner who signs in as a user, in Chromium: from the console to the application and back. */
import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Locator, Page } from "playwright-core"
import { build } from "vite"
import { expect } from "vitest"
import { variables } from "../../core/environment/variables.ts"
import { sourceAliases } from "../../scripts/build/entries.mjs"
import { button, clickButton } from "./controls.ts"
import { built, picture, violations } from "./fixture.ts"
import {
  email,
  firstLoad,
  inPage,
  installation,
  linkIn,
  onBothDatabases,
  openBrowser,
  setPassword,
  signIn
} from "./owner-fixture.ts"
import { serveFolder } from "./static-site.ts"

const source = fileURLToPath(new URL("impersonation-page", import.meta.url))

const buildApplication = async () => {
  const outDir = join(built, "impersonation")
  await build({
    configFile: false,
    logLevel: "warn",
    root: source,
    resolve: { alias: sourceAliases(), extensions: [".tsx", ".ts"] },
    oxc: { jsx: { runtime: "automatic" } },
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 2000 }
  })
  return outDir
}

/** Serves the application, under the content security policy of the documentation. */
const application = (service: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => serveFolder(await buildApplication(), service)),
    ({ stop }) => Effect.promise(() => stop())
  )

/** Checks a page as it is, in dark, and on a phone. */
const inspect = async (page: Page, name: string) => {
  expect(await violations(page), name).toEqual([])
  await picture(page, `impersonation-${name}`)
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
  await picture(page, `impersonation-${name}-dark`)
  const size = page.viewportSize() ?? { width: 1180, height: 800 }
  await page.setViewportSize({ width: 390, height: 760 })
  expect(await violations(page), `${name} in dark`).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0)
  await picture(page, `impersonation-${name}-dark-390`)
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
  await page.setViewportSize(size)
}

/** Checks that the end of the page at this edge can be scrolled from under the banner, at the width of a phone. */
const makesRoom = async (page: Page, banner: Locator, edge: "bottom" | "top") => {
  const size = page.viewportSize() ?? { width: 1180, height: 800 }
  await page.setViewportSize({ width: 390, height: 320 })
  const overlap = async () => {
    await page.evaluate((top) => scrollTo(0, top), edge === "top" ? 0 : 100_000)
    const [content, box] = await Promise.all([page.locator("body").boundingBox(), banner.boundingBox()])
    if (content === null || box === null) return Number.NaN
    return edge === "top" ? box.y + box.height - content.y : content.y + content.height - box.y
  }
  await expect.poll(overlap, { message: edge }).toBeLessThanOrEqual(0)
  await page.setViewportSize(size)
}

describe.each(onBothDatabases)("an owner who signs in as a user, with $name", ({ database, program }) => {
  const test = database === undefined ? it.live.skip : it.live
  test("gives a reason, sees the application as the user, and ends it", () =>
    Effect.gen(function* () {
      if (database === undefined) return
      const { created, keystile, projectId, url } = yield* installation(program, yield* database)
      yield* keystile("project", "set", projectId, "--enable", "localhost")
      const site = yield* application(new URL(url).origin)
      const browser = yield* openBrowser
      const link = yield* linkIn(yield* keystile("owner", "create", email, "--json"))
      const of = (...parts: ReadonlyArray<string>) => `${url}/owner#/projects/${[projectId, ...parts].join("/")}`
      yield* inPage(browser, url, async (page) => {
        await page.context().addInitScript((settings) => Reflect.set(globalThis, "keystileSettings", settings), {
          baseUrl: url,
          projectId,
          publishableClientKey: created[variables.publishableClientKey]
        })
        await page.setViewportSize({ width: 1180, height: 800 })
        await page.emulateMedia({ reducedMotion: "reduce" })
        await setPassword(page, link)
        await page.goto(of("users"), firstLoad)
        await signIn(page)
        await button(page, "Create user").click(firstLoad)
        await page.getByLabel("Email").fill("noor@larkspur.example")
        await page.getByLabel("Name").fill("Noor Lindqvist")
        await page.getByRole("dialog").getByRole("button", { name: "Create user" }).click()
        await page.getByRole("rowheader", { name: "Noor Lindqvist" }).getByRole("link").click()

        // It is off by default.
        await clickButton(page, "Sign in as")
        const dialog = page.getByRole("dialog", { name: "Sign in as Noor Lindqvist" })
        await dialog.getByRole("link", { name: "Allow it in the settings" }).waitFor(firstLoad)
        await inspect(page, "off")
        await dialog.getByRole("link", { name: "Allow it in the settings" }).click()
        await page.getByRole("switch", { name: "Owners can sign in as a user" }).click(firstLoad)
        await page.getByText("Owners can sign in as a user is on").waitFor()
        await page.goBack()
        await clickButton(page, "Sign in as")
        await dialog.getByLabel("The application's page for this").fill(`${site.url}/handler/impersonation`)
        await inspect(page, "application")
        const [tab] = await Promise.all([
          page.context().waitForEvent("page"),
          clickButton(page, "Open the application")
        ])
        await tab.setViewportSize({ width: 1180, height: 800 })
        await tab.emulateMedia({ reducedMotion: "reduce" })

        // The application has begun the flow, and leads to the console of the signed-in owner.
        const question = tab.getByRole("dialog", { name: "Sign in as Noor Lindqvist" })
        await question.getByText(new URL(site.url).host).waitFor(firstLoad)
        await question.getByRole("button", { name: "Sign in" }).click()
        await inspect(tab, "reason")
        await question.getByLabel("Reason").fill("Ticket 42")
        await question.getByRole("button", { name: "Sign in" }).click()
        await tab.getByText("Welcome, Noor Lindqvist").waitFor(firstLoad)
        expect(new URL(tab.url()).search).toBe("")
        const banner = tab.getByRole("region", { name: "Signed in as another person" })
        await banner.getByText("You are signed in as Noor Lindqvist.").waitFor()
        await inspect(tab, "banner")
        await makesRoom(tab, banner, "bottom")
        await banner.getByRole("button", { name: "Move to the top" }).click()
        await makesRoom(tab, banner, "top")
        await inspect(tab, "banner at the top")
        await banner.getByRole("button", { name: "Move to the bottom" }).click()

        // No style sheet of the application hides the banner.
        await tab.evaluate(() => {
          const sheet = new CSSStyleSheet()
          sheet.replaceSync(
            "body > :not(#root), keystile-impersonation { display: none !important; opacity: 0 !important }"
          )
          document.adoptedStyleSheets = [sheet]
        })
        expect(await banner.isVisible()).toBe(true)

        // The user's account settings show the session, and refuse a change of how the user signs in.
        await tab.goto(`${site.url}/handler/account-settings#auth`)
        await tab.getByText("An administrator signed in as you").waitFor(firstLoad)
        await tab.getByText("Administrator", { exact: true }).waitFor()
        await banner.getByText("You are signed in as Noor Lindqvist.").waitFor()
        await inspect(tab, "settings")

        await banner.getByRole("button", { name: "End" }).click()
        await tab.getByText("Signed out").waitFor(firstLoad)
        await banner.waitFor({ state: "detached" })
        await tab.close()

        await page.goto(of("audit-log"))
        const entry = page.getByRole("rowheader", { name: "POST /auth/impersonation/authorize" })
        await entry.first().waitFor(firstLoad)
        await page
          .getByRole("row")
          .filter({ has: entry })
          .first()
          .getByRole("button", { name: /^Details/ })
          .click()
        await page.getByRole("dialog").getByText("Ticket 42").waitFor()
        await inspect(page, "audit-entry")
      })
    }).pipe(Effect.scoped))
})
