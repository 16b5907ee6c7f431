/**
 * Checks the states of the gallery in every language: no accessibility violations, no lost text, nothing beyond the
 * window. A round checks each state in three languages, one for each width, in alternating color schemes. Five rounds
 * are every pair of a state and a language. `KEYSTILE_ROUND` selects the round; by default it is the first one.
 *
 * By default only the main states are checked, in one language each; `KEYSTILE_LOOKS=all` checks the round.
 */
import { expect, it } from "vitest"
import { languages, widths } from "../../examples/gallery/src/looks.ts"
import { states } from "../../examples/gallery/src/states/index.ts"
import { idOf, type State } from "../../examples/gallery/src/states/state.ts"
import { ALL_LOOKS, picture } from "./fixture.ts"
import { lost } from "./gallery-adaptations.ts"
import type { GalleryFixture } from "./gallery-fixture.ts"
import { findViolations, openState, overflow, withStatePage } from "./gallery-states.ts"

/** The languages of the screens but English, in which every look is checked anyway. No pseudo-languages. */
const translations = languages.map(({ id }) => id).filter((id) => !["en-US", "ar-XB", "de-x-long"].includes(id))

const ROUNDS = translations.length / widths.length

const round = Number(process.env["KEYSTILE_ROUND"] ?? 0) % ROUNDS

/** Returns the looks of a state in this round. Neighboring states, which are alike, have different ones. */
const looksOf = (state: State) => {
  const index = states.indexOf(state)
  return widths.map((width, at) => ({
    width,
    lang: translations[(index + round + at * ROUNDS) % translations.length] ?? "",
    colorScheme: (index + at + round) % 2 === 0 ? ("light" as const) : ("dark" as const)
  }))
}

export const galleryLanguages = (fixture: () => GalleryFixture) => {
  it("every state meets every language once in five rounds", () => {
    expect([translations.length, ROUNDS]).toEqual([15, 5])
  })

  for (const state of states.filter(({ isMain = false }) => ALL_LOOKS || isMain)) {
    it(`has no accessibility violations and loses nothing in translation, round ${round + 1}: ${idOf(state)}`, () =>
      withStatePage(fixture(), async (page) => {
        const looks = looksOf(state)
        for (const { colorScheme, lang, width } of ALL_LOOKS ? looks : looks.slice(0, 1)) {
          const look = `${idOf(state)}-${lang}-${colorScheme}-${width}`
          await page.setViewportSize({ width, height: 800 })
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
          await openState(page, fixture().site, state, { lang })
          await picture(page, `language-${look}`)
          expect(await findViolations(page, state), look).toEqual([])
          expect(await lost(page), look).toEqual([])
          expect(await overflow(page), look).toBeLessThanOrEqual(0)
        }
      }))
  }
}
