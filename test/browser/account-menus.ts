/** Tests the menus of an application's header. */
import { expect, it } from "vitest"
import { button, settingsOf, signUp, title } from "./account-fixture.ts"
import { picture, type Fixture, violations } from "./fixture.ts"

export const accountMenus = (fixture: () => Fixture) => {
  it("open by keys, close with Escape and on an outside click, and have no accessibility violations", () =>
    fixture().visit(
      async ({ page }) => {
        const email = await signUp(fixture(), page)
        await page.goto(settingsOf(fixture(), "#team-creation"))
        await page.getByRole("textbox", { name: "Team name" }).fill("Quayside Analytics and Long-Range Forecasting")
        await button(page, "Create").click()
        await title(page, "Quayside Analytics and Long-Range Forecasting")
        await page.goto(`${fixture().screens}/menus`)
        const user = button(page, `Account ${email}`)
        await user.focus()
        await page.keyboard.press("Enter")
        await page.getByRole("menuitem", { name: "Account settings" }).and(page.locator(":focus")).waitFor()
        await picture(page, "menu-user")
        expect(await violations(page)).toEqual([])
        await page.keyboard.press("ArrowDown")
        await page.getByRole("menuitem", { name: "Toggle theme" }).and(page.locator(":focus")).waitFor()
        await page.keyboard.press("Escape")
        await page.getByRole("menu").waitFor({ state: "detached" })
        expect(await user.evaluate((element) => element === document.activeElement)).toBe(true)
        await user.click()
        await page.getByRole("menu").waitFor()
        await page.mouse.click(600, 700)
        await page.getByRole("menu").waitFor({ state: "detached" })
        await user.click()
        await page.getByRole("menu").waitFor()
        await user.click()
        await page.getByRole("menu").waitFor({ state: "detached" })

        await button(page, "Select a team").click()
        await page.getByRole("menuitemradio").click()
        await button(page, "Team Quayside Analytics and Long-Range Forecasting").click()
        await page.getByRole("menuitemradio", { checked: true }).waitFor()
        await picture(page, "menu-teams")
        expect(await violations(page)).toEqual([])
        await page.getByRole("menuitem", { name: "Team settings" }).click()
        await title(page, "Quayside Analytics and Long-Range Forecasting")
        await page.goto(`${fixture().screens}/menus`)
        await user.click()
        await page.getByRole("menuitem", { name: "Sign out" }).click()
        await page.waitForURL(`${fixture().screens}/`)
      },
      { reducedMotion: "reduce" }
    ))
}
