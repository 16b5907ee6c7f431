/** Tests the look of the components: accessibility, narrow phones, layout shifts. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { ALL_LOOKS, picture, violations } from "./fixture.ts"
import type { OpenGallery } from "./gallery-fixture.ts"

/** Returns the violated rules, except the one that the gallery violates by repeating a card. */
const findViolations = async (page: Page) =>
  (await violations(page)).filter((rule) => !rule.startsWith("landmark-unique"))

/** With `KEYSTILE_LOOKS=all` more widths are checked (`gallery-states.ts`). */
const moreWidths = ALL_LOOKS ? [320, 720] : []

const groups = ["sign-in", "cards", "controls", "themes"]

export const galleryAppearance = (gallery: OpenGallery) => {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const only of groups) {
      it(`has no accessibility violations, and takes a screenshot: ${only}, ${colorScheme}`, () =>
        gallery(
          `only=${only}`,
          async (page) => {
            expect(await findViolations(page)).toEqual([])
            await picture(page, `gallery-${only}-${colorScheme}`)
            for (const width of moreWidths) {
              await page.setViewportSize({ width, height: 900 })
              expect(await findViolations(page), `${width} px`).toEqual([])
            }
          },
          { colorScheme, viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" }
        ))
    }
  }

  it.runIf(ALL_LOOKS)("takes screenshots: right to left, forced colors, long texts, a brand", async () => {
    const wide = { viewport: { width: 1280, height: 900 } }
    await gallery("only=sign-in&dir=rtl", (page) => picture(page, "gallery-rtl"), wide)
    await gallery("only=sign-in", (page) => picture(page, "gallery-forced"), { ...wide, forcedColors: "active" })
    await gallery("only=controls", (page) => picture(page, "gallery-forced-controls"), {
      ...wide,
      forcedColors: "active"
    })
    await gallery("only=sign-in&long", (page) => picture(page, "gallery-long"), wide)
    await gallery("only=sign-in&brand", (page) => picture(page, "gallery-brand"), wide)
  })

  for (const query of ["only=sign-in&long", "only=cards", "only=sign-in&dir=rtl"]) {
    it(`fits a narrow phone without scrolling sideways: ${query}`, () =>
      gallery(
        query,
        async (page) => {
          await picture(page, `gallery-narrow-${query.replaceAll(/\W+/g, "-")}`)
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
          expect(await findViolations(page)).toEqual([])
          const small = await page.locator("button, input").evaluateAll((elements) =>
            elements
              .filter((element) => {
                const { height, width } = element.getBoundingClientRect()
                return height < 24 || width < 24
              })
              .map((element) => element.outerHTML)
          )
          expect(small).toEqual([])
          const touch = await page
            .locator(".ks-button:not([data-size]), .ks-tab, .ks-input")
            .evaluateAll((elements) =>
              elements
                .filter((element) => element.getBoundingClientRect().height < 44)
                .map((element) => element.outerHTML)
            )
          expect(touch).toEqual([])
        },
        { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }
      ))
  }

  it("has no layout shift while loading, for every combination of methods", () =>
    gallery(
      "only=layouts",
      async (page) => {
        const height = async (name: string) =>
          (await page.locator(`[data-item="${name}"] > .ks-card`).boundingBox())?.height
        for (const name of ["everything", "password", "providers"]) {
          expect(await height(`${name}, loading`), name).toBe(await height(name))
        }
      },
      { reducedMotion: "reduce" }
    ))
}
