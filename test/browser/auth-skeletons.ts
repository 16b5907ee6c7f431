/** Tests sign-in and sign-up while their project is loading. */
import type { Route } from "playwright-core"
import { expect, it } from "vitest"
import type { AuthFixture } from "./auth-fixture.ts"
import { movesOf, recordMoves } from "./moves.ts"

export const authSkeletons = (fixture: () => AuthFixture) => {
  it("nothing moves by more than four pixels between the first paint and rest, first visit and return", () =>
    fixture().visit(async ({ page }) => {
      await recordMoves(page)
      for (const path of ["sign-in?autofill=no&handler", "sign-up?handler"]) {
        for (const visit of ["first", "return"]) {
          if (visit === "first") await page.evaluate(() => globalThis.localStorage?.clear()).catch(() => {})
          await page.goto(`${fixture().screens}/handler/${path}`)
          await page.getByRole("tablist").waitFor()
          const { frames, moved } = await movesOf(page)
          expect(frames).toBeGreaterThan(3)
          expect(moved, `${path}, ${visit} visit`).toEqual([])
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
