/**
 * Checks the account settings over a real service: accessibility, widths, screenshots. Runs with `KEYSTILE_LOOKS=all`
 * only (`npm run test:looks`); by default the gallery's main states are checked instead.
 */
import { expect, it } from "vitest"
import { section, settingsOf, signUp } from "./account-fixture.ts"
import { clickButton, waitForTitle } from "./controls.ts"
import { ALL_LOOKS, picture, type Fixture, violations } from "./fixture.ts"

const pages = [
  ["profile", "My profile"],
  ["auth", "Emails & sign-in"],
  ["settings", "Settings"]
] as const

export const accountLooks = (fixture: () => Fixture) => {
  for (const colorScheme of ["light", "dark"] as const) {
    it.runIf(ALL_LOOKS)(`has no accessibility violations, and takes screenshots: ${colorScheme}`, () =>
      fixture().visit(
        async ({ page }) => {
          await signUp(fixture(), page)
          await page.goto(settingsOf(fixture(), "#team-creation"))
          await page.getByRole("textbox", { name: "Team name" }).fill("Quayside Analytics and Long-Range Forecasting")
          await clickButton(page, "Create")
          await waitForTitle(page, "Quayside Analytics and Long-Range Forecasting")
          await section(page, "Members").getByText("Only you").waitFor()
          await picture(page, `account-team-${colorScheme}`)
          expect(await violations(page)).toEqual([])
          for (const [hash, name] of pages) {
            await page.goto(settingsOf(fixture(), `#${hash}`))
            await waitForTitle(page, name)
            if (hash === "auth") await section(page, "Two-factor authentication").waitFor()
            await picture(page, `account-${hash}-${colorScheme}`)
            expect(await violations(page), hash).toEqual([])
          }
          await clickButton(page, "Delete account")
          await picture(page, `account-dialog-${colorScheme}`)
          expect(await violations(page)).toEqual([])
        },
        { colorScheme, viewport: { width: 1200, height: 900 }, reducedMotion: "reduce" }
      )
    )
  }

  it.runIf(ALL_LOOKS)("has no accessibility violations and fits a narrow phone", () =>
    fixture().visit(
      async ({ page }) => {
        await signUp(fixture(), page, `maximiliane.hohenstein-wittelsbach.${Date.now()}@subsidiary.example.com`)
        for (const [hash, name] of pages) {
          await page.goto(settingsOf(fixture(), `#${hash}`))
          await waitForTitle(page, name)
          if (hash === "auth") await section(page, "Two-factor authentication").waitFor()
          await picture(page, `account-narrow-${hash}`)
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
          expect(await violations(page), hash).toEqual([])
        }
      },
      { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, reducedMotion: "reduce" }
    )
  )
}
