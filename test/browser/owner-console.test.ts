/** The console for owners in production, in Chromium: of `keystile serve`, and of a service mounted in a program. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { variables } from "../../core/environment/variables.ts"
import { totp } from "./account-fixture.ts"
import { button, clickButton, field, fillField } from "./controls.ts"
import { picture, violations } from "./fixture.ts"
import {
  email,
  firstLoad,
  inPage,
  installation,
  linkIn,
  onBothDatabases,
  programs,
  openBrowser,
  setPassword,
  setUpSecondFactor,
  signIn
} from "./owner-fixture.ts"

/** Checks a page as it is, on a phone, and in dark. */
const inspect = async (page: Page, name: string) => {
  expect(await violations(page), name).toEqual([])
  await picture(page, `owner-${name}`)
  const size = page.viewportSize() ?? { width: 1180, height: 800 }
  await page.setViewportSize({ width: 390, height: 760 })
  await page.emulateMedia({ colorScheme: "dark" })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0)
  expect(await violations(page), `${name} in dark`).toEqual([])
  await picture(page, `owner-${name}-dark-390`)
  await page.emulateMedia({ colorScheme: "light" })
  await page.setViewportSize(size)
}

/** Signs up a user of the project, as the application does. The service mails a link to verify the address. */
const signUpUser = async (url: string, projectId: string, key = "") => {
  const response = await fetch(`${url}/api/v1/auth/password/sign-up`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-stack-project-id": projectId,
      "x-stack-access-type": "client",
      "x-stack-publishable-client-key": key
    },
    body: JSON.stringify({
      email: "mira@larkspur.example",
      password: "verdigris-lantern-42",
      verification_callback_url: "https://larkspur.example/verify"
    })
  })
  expect(response.status, await response.text()).toBe(200)
}

const signInWithSecondFactor = async (page: Page, secret: string) => {
  await page.getByRole("textbox", { name: "Email", exact: true }).waitFor(firstLoad)
  await signIn(page)
  await page.getByRole("heading", { name: "Two-factor authentication" }).waitFor()
  await page.keyboard.type(await totp(secret))
}

describe.each(onBothDatabases)("the console of owners in $name", ({ database, program }) => {
  const test = database === undefined ? it.live.skip : it.live
  test("administers the owner's project with a second factor", () =>
    Effect.gen(function* () {
      if (database === undefined) return
      const { created, keystile, mails, projectId, url } = yield* installation(program, yield* database, [
        { at: "data", code: 554, to: "mira@larkspur.example" }
      ])
      const browser = yield* openBrowser
      const link = yield* linkIn(yield* keystile("owner", "create", email, "--json"))
      const of = (...parts: ReadonlyArray<string>) => `${url}/owner#/projects/${[projectId, ...parts].join("/")}`
      yield* inPage(browser, url, async (page, requests) => {
        await page.setViewportSize({ width: 1180, height: 800 })
        await page.emulateMedia({ reducedMotion: "reduce" })
        await setPassword(page, link)
        await page.goto(`${url}/owner`, firstLoad)
        await signIn(page)
        await page.getByRole("link", { name: "Larkspur" }).waitFor(firstLoad)
        await inspect(page, "projects-without-second-factor")
        await page.getByRole("link", { name: "Set it up in your account settings" }).click()
        const secret = await setUpSecondFactor(page)
        await page.context().clearCookies()

        // A deep link survives the sign-in.
        await page.goto(of("users"), firstLoad)
        await signInWithSecondFactor(page, secret)
        await page.getByText("No user yet").waitFor(firstLoad)
        expect(page.url()).toBe(of("users"))

        await clickButton(page, "Create user")
        await page.getByLabel("Email").fill("noor@larkspur.example")
        await page.getByLabel("Name").fill("Noor Lindqvist")
        await page.getByRole("dialog").getByRole("button", { name: "Create user" }).click()
        await page.getByRole("rowheader", { name: "Noor Lindqvist" }).getByRole("link").click()
        await page.getByRole("heading", { name: "Noor Lindqvist" }).waitFor()
        await inspect(page, "user")

        const pages = { home: "Home", teams: "Teams", mail: "Mail", permissions: "Permissions", settings: "Settings" }
        for (const [name, title] of Object.entries(pages)) {
          await page.goto(of(name))
          await page.getByRole("heading", { name: title, exact: true, level: 1 }).waitFor()
          await inspect(page, name)
        }
        // Webhooks are sent to public addresses only. Nothing has this name (RFC 6761).
        await page.goto(of("webhooks"))
        await page.getByText("No target yet").waitFor()
        await inspect(page, "webhooks-empty")
        await clickButton(page, "Add target")
        const target = page.getByRole("dialog")
        await target.getByLabel("Address").fill("http://larkspur.invalid/webhooks")
        await target.getByRole("button", { name: "Add target" }).click()
        await target.getByText("to public addresses over https only").waitFor()
        await target.getByLabel("Address").fill("https://larkspur.invalid/webhooks")
        await target.getByRole("button", { name: "Add target" }).click()
        await page.getByText("shown this once").waitFor()
        await inspect(page, "webhooks-secret")
        await clickButton(page, "Done")
        await page.getByRole("rowheader", { name: "https://larkspur.invalid/webhooks" }).waitFor()
        await page.goto(of("teams"))
        await clickButton(page, "Create team")
        await page.getByRole("dialog").getByLabel("Name").fill("Crew")
        await page.getByRole("dialog").getByRole("button", { name: "Create team" }).click()
        await page.getByRole("heading", { name: "Crew" }).waitFor()
        await page.goto(of("home"))
        await page.getByText("Webhooks to https://larkspur.invalid/webhooks fail").waitFor(firstLoad)
        await page.getByRole("link", { name: "See the target" }).click()
        await page.getByText("The last attempt failed").waitFor()
        await inspect(page, "webhook-target")
        await page.getByRole("link", { name: "team.created" }).click()
        await page.getByRole("heading", { name: "team.created" }).waitFor()
        await inspect(page, "webhook-message")
        await clickButton(page, "Send again")
        await page.getByText("The message is sent again").waitFor()

        // The mail server refuses the first mail to this user.
        await signUpUser(url, projectId, created[variables.publishableClientKey])
        await page.goto(of("mail"))
        const mail = page.getByRole("row").filter({ hasText: "mira@larkspur.example" })
        await mail.getByText("Failed").waitFor(firstLoad)
        await inspect(page, "mail-failed")
        await button(page, "Send again to mira@larkspur.example").dblclick()
        await page.getByText("is sent again").waitFor()
        await mail.getByText("Delivered").waitFor(firstLoad)
        expect(mails.received.filter(({ to }) => to.includes("mira@larkspur.example"))).toHaveLength(1)

        await page.goto(of("mail", "templates"))
        await page.getByLabel("Subject").fill("Welcome to {{ projectDisplayName }}")
        await page.getByText("Welcome to Larkspur", { exact: true }).waitFor()
        const preview = page.frameLocator("iframe")
        await preview.getByText("Ada Okafor").first().waitFor()
        await inspect(page, "mail-templates")
        await page.getByRole("tab", { name: "Dark" }).click()
        const scheme = () => preview.locator(":root").evaluate((root) => getComputedStyle(root).colorScheme)
        await expect.poll(scheme).toBe("dark")
        await page.getByRole("tab", { name: "Plain text" }).click()
        await page.getByRole("tabpanel").getByText("Ada Okafor").waitFor()
        await clickButton(page, "Discard the change of the template")

        await page.goto(of("settings"))
        const name = field(page, "Name")
        await name.fill("Larkspur Gardens")
        // The operator ends every session of the owner while the name is edited.
        await Effect.runPromise(keystile("owner", "reset-second-factor", email))
        await clickButton(page, "Save Name")
        const dialog = page.getByRole("dialog", { name: "You are signed out" })
        await dialog.waitFor()
        await inspect(page, "signed-out")
        const [tab] = await Promise.all([
          page.waitForEvent("popup"),
          dialog.getByRole("link", { name: "Sign in again" }).click()
        ])
        await tab.getByRole("textbox", { name: "Email", exact: true }).waitFor(firstLoad)
        await signIn(tab)
        await tab.getByRole("link", { name: "Larkspur" }).waitFor(firstLoad)
        await tab.close()
        await dialog.waitFor({ state: "detached" })
        expect(await name.inputValue()).toBe("Larkspur Gardens")
        await clickButton(page, "Save Name")
        await page.getByText("Name saved").waitFor()

        // The name in the list of projects follows, and the owner creates another project.
        await page.getByRole("link", { name: "Projects" }).click()
        await page.getByRole("link", { name: "Larkspur Gardens" }).waitFor()
        await clickButton(page, "New project")
        await fillField(page, "Name", "Quayside")
        await clickButton(page, "Create project")
        await page.getByRole("heading", { name: "Home", level: 1 }).waitFor()
        await page.getByRole("combobox", { name: "Project" }).selectOption({ label: "Larkspur Gardens" })
        await inspect(page, "two-projects")

        await page.keyboard.press("Control+k")
        await page.getByRole("combobox", { name: "Go to a page, a user or a team" }).fill("noor")
        await page.getByRole("option", { name: /Noor Lindqvist/ }).click()
        await page.getByRole("heading", { name: "Noor Lindqvist" }).waitFor()

        await page.goto(of("audit-log"))
        await page.getByRole("rowheader", { name: "PATCH /projects/current" }).first().waitFor()
        await page.getByRole("rowheader", { name: "POST /users" }).first().waitFor()
        await page.getByRole("rowheader", { name: "POST /webhooks/targets" }).first().waitFor()
        await inspect(page, "audit-log")
        expect(requests.filter((request) => request.includes("/_keystile"))).toEqual([])

        await page.getByRole("button", { name: /^Account/ }).click()
        await page.getByRole("menuitem", { name: "Sign out" }).click()
        await page.getByRole("textbox", { name: "Email", exact: true }).waitFor(firstLoad)
      })
      assert.include(yield* keystile("project", "show", projectId), "Larkspur Gardens")
    }).pipe(Effect.scoped))
})

describe("the rate limits of a project in the console of owners", () => {
  it.live("are at most what the operator of the service allows", () =>
    Effect.gen(function* () {
      const { keystile, projectId, url } = yield* installation(programs[0], undefined, [], {
        KEYSTILE_MAX_RATE_LIMITS: "2"
      })
      const link = yield* linkIn(yield* keystile("owner", "create", email, "--json"))
      yield* inPage(yield* openBrowser, url, async (page) => {
        await page.setViewportSize({ width: 1180, height: 800 })
        await setPassword(page, link)
        await page.goto(`${url}/owner#/projects/${projectId}/settings/limits`, firstLoad)
        await signIn(page)
        await page.getByText("allows at most 2 times the defaults, and no limit that is off").waitFor(firstLoad)
        const limit = page.getByRole("group", { name: "Attempts: One account from one address" })
        const mode = limit.getByLabel("One account from one address")
        expect(await mode.locator("option").allTextContents()).not.toContain("No limit")
        await mode.selectOption("Own limit")
        await limit.getByLabel("At once").fill("101")
        await clickButton(page, "Save the limits")
        await limit.getByRole("alert").filter({ hasText: "from 1 to 100." }).waitFor()
        await inspect(page, "limits-too-high")
        await limit.getByLabel("At once").fill("100")
        await clickButton(page, "Save the limits")
        await page.getByText("The limits were saved").waitFor()
      })
    }).pipe(Effect.scoped)
  )
})
