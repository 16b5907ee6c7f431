/**
 * Checks that users who adapt pages lose nothing: 400 % zoom (WCAG 1.4.10), text spacing (WCAG 1.4.12) and forced
 * colors. By default the main states are checked; `KEYSTILE_LOOKS=all` checks all of them.
 */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { rightToLeft } from "../../examples/gallery/src/looks.ts"
import { states } from "../../examples/gallery/src/states/index.ts"
import { idOf } from "../../examples/gallery/src/states/state.ts"
import { ALL_LOOKS, picture } from "./fixture.ts"
import type { GalleryFixture } from "./gallery-fixture.ts"
import { openState, overflow, withStatePage } from "./gallery-states.ts"

/** A window of 1280 by 1024 CSS pixels at 400 %. */
const zoomed = { width: 320, height: 256 }

/** The text spacing that users may set. */
const spacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`

const setSpacing = (page: Page) =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, spacing)

/**
 * Returns the texts that are cut, and those that leave their control or the window. A cut name whose whole text is in
 * the title of its element is not lost.
 */
export const lost = (page: Page) =>
  page.evaluate(() => {
    const name = (element: Element) => `${element.className || element.localName} "${element.textContent.slice(0, 40)}"`
    const textsOf = (element: Element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return Array.from(range.getClientRects())
    }
    const shown = Array.from(document.querySelectorAll<HTMLElement>(".ks, .ks *")).filter(
      (element) =>
        !element.closest("svg, .ks-visually-hidden, [aria-hidden=true]") &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
    const hasText = (element: Element) =>
      Array.from(element.childNodes).some((node) => node.nodeType === Node.TEXT_NODE)
    const isScrolled = (element: Element) => element.closest(".ks-sidebar, dialog, .ks-menu") !== null
    return shown.filter(hasText).flatMap((element) => {
      const { overflow, overflowX } = getComputedStyle(element)
      const isCut =
        (overflow !== "visible" && element.scrollHeight > element.clientHeight + 1) ||
        (overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1)
      const control = element.closest("button, .ks-badge, [role=tab]")
      const box = control?.getBoundingClientRect()
      const leaves =
        box !== undefined &&
        !isCut &&
        textsOf(element).some(
          (text) => text.left < box.left - 1 || text.right > box.right + 1 || text.bottom > box.bottom + 1
        )
      const isOutside =
        !isScrolled(element) &&
        textsOf(element).some((text) => text.left < -1 || text.right > document.documentElement.clientWidth + 1)
      return [
        ...(isCut && element.closest("[title]") === null ? [`cut: ${name(element)}`] : []),
        ...(leaves ? [`outside of its control: ${name(element)}`] : []),
        ...(isOutside && !isCut ? [`outside of the window: ${name(element)}`] : [])
      ]
    })
  })

/** Returns the dialogs and menus that leave the window without a way to scroll to the rest. */
const unreachable = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll("dialog[open], .ks-menu:popover-open")).flatMap((layer) => {
      const { bottom, left, right, top } = layer.getBoundingClientRect()
      const scrolls = ["auto", "scroll"].includes(getComputedStyle(layer).overflowY)
      const fits = top >= -1 && left >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1
      const isCut = !scrolls && layer.scrollHeight > layer.clientHeight + 1
      return fits && !isCut ? [] : [`${layer.className}: ${[left, top, right, bottom].map(Math.round).join(" ")}`]
    })
  )

/** Returns the controls without an edge, an underline or an icon, where the system sets all colors. */
const edgeless = (page: Page) =>
  page.evaluate(() =>
    Array.from(
      document.querySelectorAll<HTMLElement>(".ks input, .ks-button, .ks-oauth, .ks-badge, .ks-notice")
    ).flatMap((element) => {
      if (
        !element.checkVisibility() ||
        element.closest(".ks-visually-hidden, .ks-code") ||
        element.matches(".ks-code-input")
      )
        return []
      if (element.matches("[type=range], [type=file], [data-variant=quiet]")) return []
      const { borderTopStyle, borderTopWidth } = getComputedStyle(element)
      return borderTopStyle !== "none" && borderTopWidth !== "0px" ? [] : [element.className]
    })
  )

export const galleryAdaptations = (fixture: () => GalleryFixture) => {
  for (const state of states.filter(({ isMain = false }) => ALL_LOOKS || isMain)) {
    it(`loses nothing at 400 % zoom, with text spacing and in forced colors: ${idOf(state)}`, () =>
      withStatePage(fixture(), async (page) => {
        for (const lang of ["en-US", rightToLeft]) {
          await page.setViewportSize({ width: 390, height: 800 })
          await openState(page, fixture().site, state, { lang })
          await setSpacing(page)
          await picture(page, `spacing-${idOf(state)}-${lang}`)
          expect(await lost(page), `text spacing, ${lang}`).toEqual([])
          expect(await overflow(page), `text spacing, ${lang}`).toBeLessThanOrEqual(0)

          await page.setViewportSize(zoomed)
          await openState(page, fixture().site, state, { lang })
          await picture(page, `zoom-${idOf(state)}-${lang}`)
          expect(await lost(page), `zoom, ${lang}`).toEqual([])
          expect(await overflow(page), `zoom, ${lang}`).toBeLessThanOrEqual(0)
          expect(await unreachable(page), `zoom, ${lang}`).toEqual([])
        }
        await page.setViewportSize({ width: 720, height: 800 })
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme, forcedColors: "active", reducedMotion: "reduce" })
          await picture(page, `forced-${idOf(state)}-${colorScheme}`)
          expect(await edgeless(page), `forced colors, ${colorScheme}`).toEqual([])
        }
      }))
  }
}
