/** Tests the skeletons of sign-in and sign-up. */
import type { Route } from "playwright-core"
import { expect, it } from "vitest"
import type { AuthPlace } from "./auth-place.ts"

export const authSkeletons = (place: () => AuthPlace) => {
  it("returning visitors see a skeleton with the project's layout, and nothing shifts", () =>
    place().visit(async ({ page }) => {
      for (const path of ["sign-in?autofill=no", "sign-in?autofill=no&password", "sign-up"]) {
        const card = page.locator(".ks-card")
        await page.goto(`${place().stage}/handler/${path}`)
        await page.getByRole("tablist").waitFor()
        const held: Array<Route> = []
        await page.route("**/projects/current", (route) => void held.push(route))
        await page.reload()
        await page.locator(".ks-card[aria-busy=true]").waitFor()
        const before = await card.boundingBox()
        await expect.poll(() => held.length).toBeGreaterThan(0)
        await Promise.all(held.map((route) => route.continue()))
        await page.unroute("**/projects/current")
        await page.getByRole("tablist").waitFor()
        expect(await card.boundingBox()).toEqual(before)
      }
    }))
}
