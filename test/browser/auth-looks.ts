/**
 * Every state on the way in, for everybody: rules of accessibility, widths, pictures. `npm test` looks at the main ones;
 * `KEYSTILE_LOOKS=all`, which `npm run test:long` says, at all of them, and at pictures from right to left.
 */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import type { AuthPlace } from "./auth-place.ts"
import { states } from "./auth-states.ts"
import { picture, violations } from "./place.ts"

const ALL = process.env["KEYSTILE_LOOKS"] === "all"
const widths = [320, 720, 1280]

export const authLooks = (place: () => AuthPlace) => {
  for (const { except = "none", name, reach } of states.filter(({ isMain = false }) => ALL || isMain)) {
    const broken = async (page: Page) => (await violations(page)).filter((rule) => !rule.startsWith(`${except}:`))

    it(`[1.axe] breaks no rule and fits, light and dark, in three widths: ${name}`, () =>
      place().visit(async ({ page }) => {
        await reach(page, place(), "")
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          // One piece, as wide as it may be: a card that falls apart has no box.
          const card = await page.locator(".ks-card").boundingBox()
          expect(card?.width, `${name}, ${width} px`).toBe(Math.min(380, width - 32))
          for (const colorScheme of ["light", "dark"] as const) {
            await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
            const state = `auth-${name}-${colorScheme}-${width}`
            await picture(page, state)
            expect(await broken(page), state).toEqual([])
            expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBeLessThanOrEqual(width)
          }
        }
      }, { reducedMotion: "reduce" }))

    it.runIf(ALL)(`[1.axe] breaks no rule and fits from right to left: ${name}`, () =>
      place().visit(async ({ page }) => {
        await reach(page, place(), "&dir=rtl")
        await page.setViewportSize({ width: 320, height: 800 })
        await picture(page, `auth-${name}-rtl`)
        expect(await broken(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      }, { reducedMotion: "reduce" }))
  }
}
