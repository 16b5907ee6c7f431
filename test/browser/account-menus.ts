/** Tests the menus of an application's header. */
import type { Page } from "playwright-core"
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

  const sides = ["top: 0; left: 0", "top: 0; right: 0", "bottom: 0; left: 0", "bottom: 0; right: 0"]

  it.each([
    [1280, "ltr"],
    [390, "ltr"],
    [1280, "rtl"],
    [390, "rtl"],
    [320, "rtl"]
  ])("stay at their button and inside the window, also when they grow: %i px, %s", (width, dir) =>
    fixture().visit(
      async ({ page }) => {
        await signUp(fixture(), page)
        await page.goto(`${fixture().screens}/menus?dir=${dir}`)
        for (const side of sides) {
          const select = button(page, "Select a team")
          await select.waitFor()
          await page.evaluate((side) => {
            const root = document.querySelector<HTMLElement>("#root")
            if (root !== null) root.style.cssText = `position: fixed; ${side}`
          }, side)
          await select.click()
          await page.getByRole("menu").waitFor()
          await expect.poll(() => misplaced(page), { message: side }).toEqual([])
          await page.evaluate(() => {
            const item = document.querySelector(".ks-menu-item .ks-menu-text")
            if (item !== null)
              item.textContent = "A text that is much wider than the one before and wraps into two lines"
          })
          await expect.poll(() => misplaced(page), { message: `${side}, grown` }).toEqual([])
          await page.keyboard.press("Escape")
          await page.getByRole("menu").waitFor({ state: "detached" })
        }
      },
      { reducedMotion: "reduce", viewport: { width, height: 700 } }
    )
  )
}

/** Returns what is wrong with the position of the open menu. */
const misplaced = (page: Page) =>
  page.evaluate(() => {
    const trigger = document.querySelector("[aria-haspopup=menu][aria-expanded=true]")?.getBoundingClientRect()
    const menu = document.querySelector(".ks-menu:popover-open")?.getBoundingClientRect()
    if (trigger === undefined || menu === undefined) return ["no menu"]
    const gap = Math.max(menu.top - trigger.bottom, trigger.top - menu.bottom)
    return [
      ...(Math.abs(gap - 6) > 1 ? [`${gap} px from its button`] : []),
      ...(menu.right < trigger.left || menu.left > trigger.right ? ["beside its button"] : []),
      ...(menu.width < trigger.width - 1 ? ["narrower than its button"] : []),
      ...(menu.left < 0 || menu.right > document.documentElement.clientWidth ? ["outside the window, x"] : []),
      ...(menu.top < 0 || menu.bottom > document.documentElement.clientHeight ? ["outside the window, y"] : [])
    ]
  })
