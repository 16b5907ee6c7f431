/**
 * Checks every state of the gallery: it renders, has no accessibility violations and fits, light and dark, in three
 * widths and right to left. By default the main states are checked; `KEYSTILE_LOOKS=all` checks all of them.
 */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { rightToLeft, widths } from "../../examples/gallery/src/looks.ts"
import { states } from "../../examples/gallery/src/states/index.ts"
import { idOf, type State } from "../../examples/gallery/src/states/state.ts"
import { forms } from "../../react/messages/english/forms.ts"
import { field } from "./controls.ts"
import { ALL_LOOKS, picture, violations, visit } from "./fixture.ts"
import type { GalleryFixture } from "./gallery-fixture.ts"
import type { StaticSite } from "./static-site.ts"

/** Accessibility is checked once per width and once per scheme; with `KEYSTILE_LOOKS=all` in every combination. */
const sample = { 320: "light", 720: "dark", 1280: "light" } as const

/** Opens a state and waits until it has rendered. */
export const openState = async (
  page: Page,
  site: Pick<StaticSite, "url">,
  state: State,
  look: Readonly<Record<string, string>> = {}
) => {
  await page.goto(`${site.url}/?${new URLSearchParams({ state: idOf(state), ...look })}`)
  await page.waitForFunction(() => document.documentElement.dataset["reached"] !== undefined)
  expect(await page.locator("html").getAttribute("data-reached"), idOf(state)).toBe("yes")
}

/** Opens a page, and expects no console errors but those that states cause. */
export const withStatePage = ({ browser }: GalleryFixture, work: (page: Page) => Promise<void>) =>
  visit(
    browser,
    "",
    async ({ consoleErrors, page }) => {
      await work(page)
      // React logs each error that an error boundary catches, and rejected handlers are logged. Some states cause
      // these.
      const isExpected = (text: string) =>
        /the service responded with status (?:418|500)|The gallery has no such action/.test(text)
      consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((text) => !isExpected(text)))
    },
    { reducedMotion: "reduce" }
  )

/** Returns the accessibility violations of a state, without the rule that does not apply to it. */
export const findViolations = async (page: Page, { except = "none" }: State) =>
  (await violations(page)).filter((rule) => !rule.startsWith(`${except}:`))

/** Returns by how much the page is wider than the window. */
export const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

export const galleryStates = (fixture: () => GalleryFixture) => {
  const withPage = (work: (page: Page) => Promise<void>) => withStatePage(fixture(), work)

  for (const state of states.filter(({ isMain = false }) => ALL_LOOKS || isMain)) {
    it(`has no accessibility violations and fits, light and dark, in three widths: ${idOf(state)}`, () =>
      withPage(async (page) => {
        await openState(page, fixture().site, state)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          for (const colorScheme of ["light", "dark"] as const) {
            await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
            const look = `${idOf(state)}-${colorScheme}-${width}`
            await picture(page, `state-${look}`)
            if (ALL_LOOKS || sample[width] === colorScheme) expect(await findViolations(page, state), look).toEqual([])
            expect(await overflow(page), look).toBeLessThanOrEqual(0)
          }
        }
        await openState(page, fixture().site, state, { lang: rightToLeft })
        await page.setViewportSize({ width: 320, height: 800 })
        await picture(page, `state-${idOf(state)}-rtl`)
        expect(await findViolations(page, state), "from right to left").toEqual([])
        expect(await overflow(page), "from right to left").toBeLessThanOrEqual(0)
      }))
  }

  it.each([
    ["signin-asking-for-a-passkey", []],
    ["signin-no-passkey", [forms.passkeyFailed]]
  ])("the text of a passkey's state is that of the passkey: %s", (id, notices) =>
    withPage(async (page) => {
      const state = states.find((state) => idOf(state) === id)
      if (state === undefined) throw new Error(`There is no state ${id}.`)
      await openState(page, fixture().site, state)
      await expect.poll(() => page.getByRole("alert").allTextContents()).toEqual(notices)
    })
  )

  it("states can be found, selected and restyled, and the address contains the selection", () =>
    withPage(async (page) => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(fixture().site.url)
      const shown = page.frameLocator("iframe")
      await shown.getByRole("heading", { name: "Sign in to Tern" }).waitFor()
      await page.getByRole("searchbox", { name: "Find a state" }).fill("wrong pass")
      const links = page.getByRole("navigation", { name: "States" }).getByRole("link")
      expect(await links.allTextContents()).toEqual(["a wrong password"])
      await links.click()
      await shown.getByText("Wrong email or password.").waitFor()
      expect(await violations(page)).toEqual([])
      await page.getByLabel("Theme").selectOption("plum")
      await page.getByLabel("Scheme").selectOption("dark")
      await page.getByLabel("Language").selectOption("de-DE")
      await page.getByLabel("Width").selectOption("320")
      await shown.locator("html[lang=de-DE][data-ks-theme=plum][data-ks-scheme=dark]").waitFor()
      await field(shown, "Passwort").waitFor()
      await page.reload()
      await shown.locator("html[lang=de-DE][data-ks-theme=plum]").waitFor()
      expect((await page.locator("iframe").boundingBox())?.width).toBe(320)
    }))
}
