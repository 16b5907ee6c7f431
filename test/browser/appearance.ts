/** Takes screenshots and tests measurable layout rules. */
import { expect, it } from "vitest"
import { ALL_LOOKS, newEmail, picture, type Fixture, violations, withConfig } from "./fixture.ts"
import { fillSignIn, fillSignUp, signInButton, signUpAt, signUpButton } from "./sign-in-forms.ts"

const email = "maximiliane.hohenstein-wittelsbach@subsidiary.example.com"

export const appearance = (fixture: () => Fixture) => {
  for (const colorScheme of ["light", "dark"] as const) {
    it.runIf(ALL_LOOKS)(`takes screenshots: ${colorScheme}`, () =>
      fixture().visit(
        async ({ page }) => {
          const { app, screens } = fixture()
          const keep = (name: string) => picture(page, `${name}-${colorScheme}`)
          await page.goto(`${app}/handler/sign-in`)
          await page.getByLabel("Email").waitFor()
          await keep("sign-in")
          await fillSignIn(page, email, "wrong-password")
          await signInButton(page).click()
          await page.getByRole("alert").waitFor()
          await keep("sign-in-error")
          await page.goto(`${app}/handler/sign-up`)
          await signUpButton(page).click()
          await page.getByRole("alert").first().waitFor()
          await keep("sign-up-empty")
          await page.route("**/auth/password/sign-up", () => {})
          await fillSignUp(page, newEmail())
          await signUpButton(page).click()
          await page.locator("[aria-busy=true]").waitFor()
          await keep("sign-up-busy")
          await page.unrouteAll({ behavior: "ignoreErrors" })
          await page.goto(app)
          await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Loading" }).waitFor()
          await keep("home")
          await signUpAt(page, app)
          await page.goto(`${app}/profile`)
          await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Loading" }).waitFor()
          await keep("profile")
          await page.goto(`${screens}/handler/sign-in`)
          await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Loading" }).waitFor()
          await keep("signed-in")
          await page.context().clearCookies()
          await withConfig(page, { sign_up_enabled: false })
          await page.goto(`${screens}/handler/sign-up`)
          await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Loading" }).waitFor()
          await keep("sign-up-disabled")
        },
        { colorScheme }
      )
    )
  }

  it("fills the window, also where the application sets no margin, and keeps a margin that it sets", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(`${fixture().app}/handler/sign-in`)
      const screen = page.locator(".ks-screen")
      await screen.waitFor()
      // The screen replaces its skeleton: a detached element measures 0.
      const left = () =>
        screen.evaluate((element) => (element.isConnected ? element.getBoundingClientRect().left : null))
      await page.evaluate(() => {
        for (const sheet of document.styleSheets) {
          const own = Array.from(sheet.cssRules).findIndex(
            (rule) => rule instanceof CSSStyleRule && rule.selectorText === "body"
          )
          if (own >= 0) sheet.deleteRule(own)
        }
      })
      await expect.poll(left).toBe(0)
      await page.evaluate(() => document.styleSheets[0]?.insertRule("body { margin: 20px }"))
      await expect.poll(left).toBe(20)
    }))

  it.runIf(ALL_LOOKS)("takes screenshots: loading, offline, long texts, right to left, themes", () =>
    fixture().visit(async ({ consoleErrors, page }) => {
      const { app, screens } = fixture()
      await page.route("**/projects/current", () => {})
      await page.goto(`${app}/handler/sign-in`)
      await page.locator(".ks-skeleton").first().waitFor()
      await picture(page, "loading")
      await page.unrouteAll({ behavior: "ignoreErrors" })
      await page.goto(`${app}/handler/sign-in`)
      await fillSignIn(page, email)
      await page.context().setOffline(true)
      await signInButton(page).click()
      await page.locator(".ks-notice").waitFor()
      await picture(page, "offline")
      await page.context().setOffline(false)
      await page.goto(`${screens}/handler/sign-in?long&extra`)
      await page.locator("button[type=submit]").click()
      await page.getByRole("alert").first().waitFor()
      await picture(page, "long")
      await page.goto(`${screens}/handler/sign-up?dir=rtl`)
      await signUpButton(page).click()
      await page.getByRole("alert").first().waitFor()
      await picture(page, "rtl")
      await page.route("**/projects/current", (route) => route.fulfill({ status: 404, body: "" }))
      await page.goto(`${screens}/handler/sign-in`)
      await page.getByRole("button", { name: "Try again" }).waitFor()
      await picture(page, "not-loaded")
      consoleErrors.length = 0
      await page.unrouteAll()
      for (const theme of ["ink", "plum"]) {
        await page.goto(`${screens}/handler/sign-in?theme=${theme}`)
        await page.getByLabel("Email").waitFor()
        await picture(page, `theme-${theme}`)
      }
    })
  )

  it("fits a narrow phone without scrolling sideways, and takes screenshots", () =>
    fixture().visit(
      async ({ page }) => {
        const { app, screens } = fixture()
        const pages = [
          ["sign-in", `${app}/handler/sign-in`],
          ["sign-up", `${app}/handler/sign-up`],
          ["long", `${screens}/handler/sign-in?long&extra`],
          ["home", `${app}/`]
        ] as const
        for (const [name, url] of pages) {
          await page.goto(url)
          await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Loading" }).waitFor()
          await picture(page, `narrow-${name}`)
          // The provider's name at the end of a label distinguishes the buttons.
          expect(
            await page
              .locator(".ks-oauth-label")
              .evaluateAll(
                (labels) =>
                  labels.filter(
                    ({ clientHeight, clientWidth, scrollHeight, scrollWidth }) =>
                      scrollHeight > clientHeight || scrollWidth > clientWidth
                  ).length
              )
          ).toBe(0)
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
        }
        // Touch targets are large enough, and focusing a field does not zoom the page.
        await page.goto(`${app}/handler/sign-in`)
        await page.getByLabel("Email").waitFor()
        const sizes = await page.locator("input, button[type=submit]").evaluateAll((elements) =>
          elements.map((element) => {
            const fontSize = Number.parseFloat(getComputedStyle(element).fontSize)
            return [element.clientHeight, fontSize] as const
          })
        )
        for (const [height] of sizes) expect(height).toBeGreaterThanOrEqual(42)
        expect(sizes[0]?.[1]).toBeGreaterThanOrEqual(16)
      },
      { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }
    ))

  it("keeps the user button's name legible in a light page when the system is dark and the scheme is auto", () =>
    fixture().visit(
      async ({ page }) => {
        await signUpAt(page, fixture().app)
        await page.goto(`${fixture().screens}/menus?auto-scheme`)
        await page.locator(".ks-person-name").waitFor()
        expect(await page.locator(".ks-user").getAttribute("data-ks-scheme")).toBe("auto")
        expect(await violations(page)).toEqual([])
      },
      { colorScheme: "dark" }
    ))

  it("is at most 380 px wide", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(`${fixture().app}/handler/sign-in`)
      await page.getByLabel("Email").waitFor()
      expect((await page.locator(".ks-card").boundingBox())?.width).toBe(380)
    }))
}
