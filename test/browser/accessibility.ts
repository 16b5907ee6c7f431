/** Tests the accessibility of the screens. */
import { expect, it } from "vitest"
import { type Place, signUpAt, violations } from "./place.ts"

export const accessibility = (place: () => Place) => {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const screen of ["sign-in", "sign-up"]) {
      it(`has no violations at rest and after an empty submit: ${screen}, ${colorScheme}`, () =>
        place().visit(
          async ({ page }) => {
            await page.goto(`${place().app}/handler/${screen}`)
            await page.getByLabel("Email").waitFor()
            expect(await violations(page)).toEqual([])
            await page.locator("button[type=submit]").click()
            await page.getByRole("alert").first().waitFor()
            expect(await violations(page)).toEqual([])
          },
          { colorScheme, reducedMotion: "reduce" }
        ))
    }
  }

  it("has no violations in the cards and in an application's pages", () =>
    place().visit(
      async ({ page }) => {
        const { app, stage } = place()
        await page.goto(app)
        await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Loading" }).waitFor()
        expect(await violations(page)).toEqual([])
        await signUpAt(page, app)
        for (const address of [`${stage}/handler/sign-in`, `${stage}/signed-out`, `${app}/profile`]) {
          await page.goto(address)
          await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Loading" }).waitFor()
          expect(await violations(page)).toEqual([])
        }
      },
      { reducedMotion: "reduce" }
    ))

  it("announces that it is loading", () =>
    place().visit(async ({ page }) => {
      await page.route("**/projects/current", () => {})
      await page.goto(`${place().app}/handler/sign-in`)
      await page.getByRole("status").filter({ hasText: "Loading" }).waitFor()
    }))
}
