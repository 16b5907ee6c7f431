/** The page of sign-in with every method, for everybody: rules of accessibility, narrow phones, pictures. */
import { expect, it } from "vitest"
import { type AuthPlace, codeField, emailField } from "./auth-place.ts"
import { newEmail, picture, violations } from "./place.ts"

export const authLooks = (place: () => AuthPlace) => {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [720, 320]) {
      it(`[1.axe] breaks no rule and fits: ${colorScheme}, ${width} px`, () =>
        place().visit(async ({ page }) => {
          const { stage } = place()
          const look = async (name: string) => {
            expect(await violations(page), name).toEqual([])
            expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width)
            await picture(page, `auth-${name}-${colorScheme}-${width}`)
          }
          await page.goto(`${stage}/handler/sign-in?autofill=no`)
          await emailField(page).waitFor()
          await page.locator("[data-provider=google] svg path").first().waitFor({ state: "attached" })
          await look("sign-in")
          await emailField(page).fill(newEmail())
          await page.getByRole("button", { name: "Send email" }).click()
          await codeField(page).waitFor()
          await look("code")
          await page.goto(`${stage}/handler/sign-up?password`)
          await page.getByLabel("Password", { exact: true }).fill("goldfish")
          await page.getByText("Weak").first().waitFor()
          await page.getByRole("button", { name: "Sign Up", exact: true }).click()
          await page.getByRole("alert").first().waitFor()
          await look("sign-up")
        }, { colorScheme, reducedMotion: "reduce", viewport: { width, height: 800 } }))
    }
  }
}
