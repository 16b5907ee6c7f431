/** Tests the accessibility of the screens. */
import { expect, it } from "vitest"
import { type Fixture, violations } from "./fixture.ts"
import { signUpAt } from "./sign-in-forms.ts"

export const accessibility = (fixture: () => Fixture) => {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const screen of ["sign-in", "sign-up"]) {
      it(`has no violations at rest and after an empty submit: ${screen}, ${colorScheme}`, () =>
        fixture().visit(
          async ({ page }) => {
            await page.goto(`${fixture().app}/handler/${screen}`)
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
    fixture().visit(
      async ({ page }) => {
        const { app, screens } = fixture()
        await page.goto(app)
        await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Loading" }).waitFor()
        expect(await violations(page)).toEqual([])
        await signUpAt(page, app)
        for (const url of [`${screens}/handler/sign-in`, `${screens}/signed-out`, `${app}/profile`]) {
          await page.goto(url)
          await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Loading" }).waitFor()
          expect(await violations(page)).toEqual([])
        }
      },
      { reducedMotion: "reduce" }
    ))

  it("announces that it is loading", () =>
    fixture().visit(async ({ page }) => {
      await page.route("**/projects/current", () => {})
      await page.goto(`${fixture().app}/handler/sign-in`)
      await page.getByRole("status").filter({ hasText: "Loading" }).waitFor()
    }))
}
