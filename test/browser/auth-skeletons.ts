/** Tests sign-in and sign-up while their project is loading. */
import type { Route } from "playwright-core"
import { expect, it } from "vitest"
import type { AuthFixture } from "./auth-fixture.ts"

/** In CSS pixels. */
const TOLERANCE = 4

/** Notes where the edges of the card, its title and the links below it are in each frame. Runs in the page. */
const watchMoves = () => {
  const frames: Array<Readonly<Record<string, number>>> = []
  Object.assign(globalThis, { cardFrames: frames })
  const note = () => {
    const card = document.querySelector<HTMLElement>(".ks-card")
    if (card !== null) {
      const { bottom, left, top, width } = card.getBoundingClientRect()
      const title = card.querySelector(".ks-title, [data-shape=title]")?.getBoundingClientRect().top ?? 0
      const links = document.querySelector(".ks-page-footer")?.getBoundingClientRect().top ?? 0
      // The lower edge of a skeleton of unknown length is transparent, and the links below it are hidden.
      const isOpen = card.dataset["open"] !== undefined
      frames.push({ left, top, width, title: Math.round(title), ...(!isOpen && { bottom, links }) })
    }
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}

export const authSkeletons = (fixture: () => AuthFixture) => {
  it("nothing moves by more than four pixels between the first paint and rest, first visit and return", () =>
    fixture().visit(async ({ page }) => {
      await page.addInitScript(watchMoves)
      // Everything arrives after another: code, then project, then what the form loads.
      await page.route(/\.js$|projects\/current/, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response })
      })
      for (const path of ["sign-in?autofill=no&handler", "sign-up?handler"]) {
        for (const visit of ["first", "return"]) {
          if (visit === "first") await page.evaluate(() => globalThis.localStorage?.clear()).catch(() => {})
          await page.goto(`${fixture().screens}/handler/${path}`)
          await page.getByRole("tablist").waitFor()
          await page.waitForLoadState("networkidle")
          const frames = await page.evaluate((): ReadonlyArray<Record<string, number>> =>
            Reflect.get(globalThis, "cardFrames")
          )
          expect(frames.length).toBeGreaterThan(3)
          const moves = Object.keys(frames.at(-1) ?? {}).map((edge) => {
            const positions = frames.flatMap((frame) => frame[edge] ?? [])
            return [edge, Math.max(...positions) - Math.min(...positions)] as const
          })
          expect(
            moves.filter(([, move]) => move > TOLERANCE),
            `${path}, ${visit} visit`
          ).toEqual([])
        }
      }
    }))

  it("returning visitors see the form before the service responds, and nothing shifts", () =>
    fixture().visit(async ({ page }) => {
      for (const path of ["sign-in?autofill=no", "sign-in?autofill=no&password", "sign-up"]) {
        const card = page.locator(".ks-card")
        await page.goto(`${fixture().screens}/handler/${path}`)
        await page.getByRole("tablist").waitFor()
        const held: Array<Route> = []
        await page.route("**/projects/current", (route) => void held.push(route))
        await page.reload()
        await page.getByRole("tablist").waitFor()
        const before = await card.boundingBox()
        await expect.poll(() => held.length).toBeGreaterThan(0)
        await Promise.all(held.map((route) => route.continue()))
        await page.unroute("**/projects/current")
        await page.waitForLoadState("networkidle")
        expect(await card.boundingBox()).toEqual(before)
      }
    }))
}
