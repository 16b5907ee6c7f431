/** Tests the screens with an offline device, rate limits and failed requests. */
import type { Page, Route } from "playwright-core"
import { expect, it } from "vitest"
import { field } from "./controls.ts"
import { newEmail, type Fixture } from "./fixture.ts"
import { fillSignIn, signInButton } from "./sign-in-forms.ts"

const headers = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "retry-after, x-stack-known-error, x-stack-actual-status"
}

const fulfillWith =
  (status: number, more: Readonly<Record<string, string>> = {}) =>
  (route: Route) =>
    route.request().method() === "OPTIONS"
      ? route.fallback()
      : route.fulfill({ status, headers: { ...headers, ...more }, body: "" })

const notice = (page: Page, role: "alert" | "status" = "alert") => page.locator(`.ks-notice[role=${role}]`)

const submit = async (page: Page, app: string) => {
  await page.goto(`${app}/handler/sign-in`)
  await fillSignIn(page, newEmail())
  await signInButton(page).click()
}

export const network = (fixture: () => Fixture) => {
  it("shows that the device is offline until it is online again, and then works", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(`${fixture().app}/handler/sign-in`)
      await fillSignIn(page, newEmail())
      await page.context().setOffline(true)
      await signInButton(page).click()
      await notice(page).waitFor()
      expect(await notice(page).innerText()).toBe("You are offline. Check your internet connection and try again.")
      expect(await page.locator("input[aria-invalid=true]").count()).toBe(0)
      await page.context().setOffline(false)
      await notice(page).waitFor({ state: "detached" })
      await signInButton(page).click()
      await page.locator("input[aria-invalid=true]").waitFor()
    }))

  it("works when a device was offline while the runtime was loaded", () =>
    fixture().visit(async ({ page }) => {
      const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/engine-"))
      await page.route("**/engine-*.js", (route) => route.abort("internetdisconnected"))
      await page.goto(`${fixture().app}/handler/sign-in`)
      await fillSignIn(page, newEmail())
      await failed
      await page.context().setOffline(true)
      await signInButton(page).click()
      await notice(page).filter({ hasText: "You are offline." }).waitFor()
      await page.unroute("**/engine-*.js")
      const loaded = page.waitForResponse((response) => response.url().includes("/engine-"))
      await page.context().setOffline(false)
      await notice(page).waitFor({ state: "detached" })
      await signInButton(page).click()
      await page.locator("input[aria-invalid=true]").waitFor()
      await loaded
    }))

  it("counts down to the time when another attempt is allowed", () =>
    fixture().visit(async ({ page }) => {
      await page.clock.install()
      await page.route("**/auth/password/sign-in", fulfillWith(429, { "retry-after": "45" }))
      await submit(page, fixture().app)
      const shown = notice(page).locator("[aria-hidden=true]").last()
      // The clock of the page also runs by itself.
      const secondsLeft = async () =>
        Number(/^Too many requests\. Try again in (\d+) seconds\.$/.exec((await shown.textContent()) ?? "")?.[1])
      await expect.poll(secondsLeft).toBeGreaterThan(0)
      const atFirst = await secondsLeft()
      expect(atFirst).toBeLessThanOrEqual(45)
      await page.clock.runFor(5000)
      await expect.poll(secondsLeft).toBeLessThanOrEqual(atFirst - 5)
      // The live region announces it once.
      expect(await notice(page).locator(".ks-visually-hidden").textContent()).toContain("in 45 seconds.")
      await page.clock.runFor(40_000)
      await notice(page).waitFor({ state: "detached" })
    }))

  it("shows a long wait in minutes", () =>
    fixture().visit(async ({ page }) => {
      await page.clock.install()
      await page.route("**/auth/password/sign-in", fulfillWith(429, { "retry-after": "600" }))
      await submit(page, fixture().app)
      const shown = notice(page).locator("[aria-hidden=true]").last()
      await shown.filter({ hasText: "Too many requests. Try again in 10 minutes." }).waitFor()
      await page.clock.runFor(530_000)
      await shown.filter({ hasText: /Try again in (70|6\d) seconds\./ }).waitFor()
    }))

  it("waits and retries by itself when the wait is short, and shows that", () =>
    fixture().visit(async ({ page }) => {
      await page.route("**/auth/password/sign-in", fulfillWith(429, { "retry-after": "2" }), { times: 1 })
      await submit(page, fixture().app)
      await Promise.all([
        notice(page, "status").filter({ hasText: "The service is busy. Trying again in" }).waitFor(),
        signInButton(page).and(page.locator("[aria-busy=true]")).waitFor()
      ])
      await page.locator("input[aria-invalid=true]").waitFor()
      expect(await notice(page, "status").count()).toBe(0)
    }))

  it("shows other failures in plain language, and keeps the input", () =>
    fixture().visit(async ({ page }) => {
      await page.route("**/auth/password/sign-in", fulfillWith(500))
      await submit(page, fixture().app)
      await notice(page).waitFor()
      expect(await notice(page).innerText()).toBe("The service is not available right now. Try again later.")
      expect(await field(page, "Password").inputValue()).not.toBe("")
      await page.unroute("**/auth/password/sign-in")
      await page.route("**/auth/password/sign-in", (route) => route.abort())
      await signInButton(page).click()
      await notice(page).filter({ hasText: "The connection was lost. Try again." }).waitFor()
    }))

  // Each is a first visit: a return visit shows the remembered card instead of a skeleton.
  it.each(["sign-in", "sign-up"])("shows a skeleton with the size of the form while the project loads: %s", (screen) =>
    fixture().visit(async ({ page }) => {
      const held: Array<Route> = []
      await page.route("**/projects/current", (route) => void held.push(route))
      await page.goto(`${fixture().app}/handler/${screen}`)
      const skeleton = page.locator(".ks-card[aria-busy=true]")
      await skeleton.waitFor()
      // The page itself requests the project. Its skeleton replaces the one of the loading module, which then has
      // no box.
      await expect.poll(() => held.length).toBeGreaterThan(0)
      let before: Awaited<ReturnType<typeof skeleton.boundingBox>> = null
      await expect.poll(async () => (before = await skeleton.boundingBox())).not.toBeNull()
      await Promise.all(
        held.map(async (route) => {
          const response = await route.fetch()
          const project = await response.json()
          const config = {
            ...project.config,
            enabled_oauth_providers: [],
            magic_link_enabled: false,
            passkey_enabled: false
          }
          await route.fulfill({ response, json: { ...project, config } })
        })
      )
      await page.unroute("**/projects/current")
      await page.getByLabel("Email").waitFor()
      expect(await page.locator(".ks-card").boundingBox()).toEqual(before)
    })
  )

  it("offers to try again when the screen's module cannot be loaded", () =>
    fixture().visit(async ({ consoleErrors, page }) => {
      await page.route("**/projects/current", fulfillWith(500))
      await page.goto(`${fixture().app}/handler/sign-in`)
      await page.getByRole("heading", { name: "This page could not be loaded" }).waitFor()
      await page.getByText("The service is not available right now. Try again later.").waitFor()
      await page.unroute("**/projects/current")
      await page.route("**/projects/current", fulfillWith(418))
      await page.getByRole("button", { name: "Try again" }).click()
      await page.getByRole("heading", { name: "An unknown error occurred" }).waitFor()
      await page.getByText("Please try again and if the problem persists, contact support.").waitFor()
      await page.unroute("**/projects/current")
      await page.getByRole("button", { name: "Try again" }).click()
      await page.getByLabel("Email").waitFor()
      // React logs the error that the boundary caught.
      consoleErrors.length = 0
    }))
}
