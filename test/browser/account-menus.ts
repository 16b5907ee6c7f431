/** Tests the menus of an application's header. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { settingsOf, signUp } from "./account-fixture.ts"
import { button, clickButton, waitForTitle } from "./controls.ts"
import { newEmail, picture, type Fixture, violations } from "./fixture.ts"

/** Opens the menu of a button with the page at a side of the window, and with a wider text. */
const staysAtButton = async (page: Page, name: string, side: string) => {
  const opener = button(page, name)
  await opener.waitFor()
  await page.evaluate((side) => {
    const root = document.querySelector<HTMLElement>("#root")
    if (root !== null) root.style.cssText = `position: fixed; ${side}`
  }, side)
  await opener.click()
  await page.getByRole("menu").waitFor()
  await expect.poll(() => findMisplacement(page), { message: side }).toEqual([])
  await page.evaluate(() => {
    const item = document.querySelector(".ks-menu-item .ks-menu-text")
    if (item !== null) item.textContent = "A text that is much wider than the one before and wraps into two lines"
  })
  await expect.poll(() => findMisplacement(page), { message: `${side}, grown` }).toEqual([])
  await page.keyboard.press("Escape")
  await page.getByRole("menu").waitFor({ state: "detached" })
}

export const accountMenus = (fixture: () => Fixture) => {
  it("open by keys, close with Escape and on an outside click, and have no accessibility violations", () =>
    fixture().visit(
      async ({ page }) => {
        const email = await signUp(fixture(), page)
        await page.goto(settingsOf(fixture(), "#team-creation"))
        await page.getByRole("textbox", { name: "Team name" }).fill("Quayside Analytics and Long-Range Forecasting")
        await clickButton(page, "Create")
        await waitForTitle(page, "Quayside Analytics and Long-Range Forecasting")
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

        await clickButton(page, "Select a team")
        await page.getByRole("menuitemradio").click()
        await clickButton(page, "Team Quayside Analytics and Long-Range Forecasting")
        await page.getByRole("menuitemradio", { checked: true }).waitFor()
        await picture(page, "menu-teams")
        expect(await violations(page)).toEqual([])
        await page.getByRole("menuitem", { name: "Team settings" }).click()
        await waitForTitle(page, "Quayside Analytics and Long-Range Forecasting")
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
    [320, "ltr"],
    [1280, "rtl"],
    [390, "rtl"],
    [320, "rtl"]
  ])("stay at their button and inside the window, also when they grow: %i px, %s", (width, dir) =>
    fixture().visit(
      async ({ page }) => {
        const email = await signUp(fixture(), page)
        await page.goto(`${fixture().screens}/menus?dir=${dir}`)
        for (const side of sides) await staysAtButton(page, "Select a team", side)
        for (const side of sides) await staysAtButton(page, `Account ${email}`, side)
      },
      { reducedMotion: "reduce", viewport: { width, height: 700 } }
    )
  )

  it.each([
    [1280, "ltr"],
    [320, "ltr"],
    [320, "rtl"]
  ])("stay at their button in a browser without CSS anchor positioning: %i px, %s", (width, dir) =>
    fixture().visit(
      async ({ page }) => {
        const email = await signUp(fixture(), page, longEmail())
        const removals = await removeAnchorPositioning(page)
        await page.goto(`${fixture().screens}/menus?dir=${dir}`)
        await button(page, "Select a team").waitFor()
        expect(removals()).toBeGreaterThan(0)
        for (const side of sides) await staysAtButton(page, "Select a team", side)
        await page.goto(settingsOf(fixture(), `?dir=${dir}#auth`))
        const actions = button(page, `Actions for ${email}`)
        await actions.waitFor()
        for (const edge of ["start", "end"] as const) {
          await actions.evaluate((element, block) => element.scrollIntoView({ block }), edge)
          await actions.focus()
          await page.keyboard.press("Enter")
          await page.locator("[role=menuitem]:focus").waitFor()
          await expect.poll(() => findMisplacement(page), { message: edge }).toEqual([])
          await expect.poll(() => measureMisalignment(page, "end"), { message: edge }).toEqual([])
          await page.evaluate((edge) => scrollBy(0, edge === "end" ? 40 : -40), edge)
          await expect.poll(() => findMisplacement(page), { message: `${edge}, scrolled further` }).toEqual([])
          await page.keyboard.press("Escape")
          await page.getByRole("menu").waitFor({ state: "detached" })
        }
      },
      { reducedMotion: "reduce", viewport: { width, height: 500 } }
    )
  )

  it.each([
    [390, "ltr"],
    [320, "ltr"],
    [320, "rtl"]
  ])("the user's menu stays at its button in a scrolled page, and at its lower edge: %i px, %s", (width, dir) =>
    fixture().visit(
      async ({ page }) => {
        const email = await signUp(fixture(), page)
        await page.goto(`${fixture().screens}/menus?dir=${dir}`)
        const user = button(page, `Account ${email}`)
        await user.waitFor()
        await page.evaluate(() => {
          const root = document.querySelector<HTMLElement>("#root")
          if (root !== null) root.style.cssText = "padding-block: 900px"
        })
        for (const edge of ["start", "center", "end"] as const) {
          await user.evaluate((element, block) => element.scrollIntoView({ block }), edge)
          await user.focus()
          await page.keyboard.press("ArrowUp")
          await page.getByRole("menuitem", { name: "Sign out" }).and(page.locator(":focus")).waitFor()
          await expect.poll(() => findMisplacement(page), { message: edge }).toEqual([])
          await page.keyboard.press("ArrowDown")
          await page.getByRole("menuitem", { name: "Account settings" }).and(page.locator(":focus")).waitFor()
          // The menu follows its button. A button that leaves the window would take it along.
          await page.evaluate((edge) => scrollBy(0, edge === "end" ? 40 : -40), edge)
          await expect.poll(() => findMisplacement(page), { message: `${edge}, scrolled further` }).toEqual([])
          await page.keyboard.press("Escape")
          await page.getByRole("menu").waitFor({ state: "detached" })
          expect(await user.evaluate((element) => element === document.activeElement)).toBe(true)
        }
      },
      { reducedMotion: "reduce", viewport: { width, height: 700 } }
    )
  )

  it.each([
    [1280, "ltr"],
    [390, "ltr"],
    [320, "ltr"],
    [320, "rtl"]
  ])("a menu at the end of a row stays at its button, in a scrolled page as well: %i px, %s", (width, dir) =>
    fixture().visit(
      async ({ page }) => {
        const email = await signUp(fixture(), page, longEmail())
        await page.goto(settingsOf(fixture(), `?dir=${dir}#auth`))
        const actions = button(page, `Actions for ${email}`)
        await actions.waitFor()
        for (const edge of ["start", "end"] as const) {
          await actions.evaluate((element, block) => element.scrollIntoView({ block }), edge)
          await actions.focus()
          await page.keyboard.press("Enter")
          await page.locator("[role=menuitem]:focus").waitFor()
          await expect.poll(() => findMisplacement(page), { message: edge }).toEqual([])
          await expect.poll(() => measureMisalignment(page, "end"), { message: edge }).toEqual([])
          await page.keyboard.press("Escape")
          await page.getByRole("menu").waitFor({ state: "detached" })
          expect(await actions.evaluate((element) => element === document.activeElement)).toBe(true)
        }
      },
      { reducedMotion: "reduce", viewport: { width, height: 500 } }
    )
  )

  it("has all texts in one column, each whole or with a title, and repeats no name of its button", () =>
    fixture().visit(
      async ({ page }) => {
        const email = await signUp(fixture(), page, longEmail())
        await page.goto(`${fixture().screens}/menus?lang=de-DE`)
        await clickButton(page, `Konto ${email}`)
        const menu = page.getByRole("menu")
        await menu.getByText("Billing").waitFor()
        const texts = await menu.locator(".ks-menu-text").evaluateAll((elements) =>
          elements.map((element) => ({
            start: Math.round(element.getBoundingClientRect().left),
            isWhole: element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight + 1,
            title: element.getAttribute("title")
          }))
        )
        expect(texts.length).toBeGreaterThan(3)
        expect(new Set(texts.map(({ start }) => start)).size).toBe(1)
        expect(texts.filter(({ isWhole, title }) => !isWhole && title === null)).toEqual([])
        expect(await page.locator(".ks-menu").textContent()).not.toContain(email)
      },
      { reducedMotion: "reduce", viewport: { width: 320, height: 700 } }
    ))

  it.each(["top: 0", "bottom: 0"])("keeps focus and place when the teams arrive while it is open: %s", (side) =>
    fixture().visit(
      async ({ page }) => {
        await signUp(fixture(), page)
        for (const name of ["Fernhill Orchards", "Quayside Analytics and Long-Range Forecasting"]) {
          await page.goto(settingsOf(fixture(), "#team-creation"))
          await page.getByRole("textbox", { name: "Team name" }).fill(name)
          await clickButton(page, "Create")
          await waitForTitle(page, name)
        }
        let release = () => {}
        const released = new Promise<void>((resolve) => (release = resolve))
        await page.route(
          ({ pathname }) => pathname.endsWith("/teams"),
          async (route) => {
            await released
            await route.continue()
          }
        )
        await page.goto(`${fixture().screens}/menus`)
        const select = page.locator("[data-kind=select]")
        await select.waitFor()
        await page.evaluate((side) => {
          const root = document.querySelector<HTMLElement>("#root")
          if (root !== null) root.style.cssText = `position: fixed; ${side}`
        }, side)
        await select.focus()
        await page.keyboard.press("Enter")
        await page.getByRole("menuitem", { name: "Loading" }).and(page.locator(":focus")).waitFor()
        await expect.poll(() => findMisplacement(page)).toEqual([])
        release()
        const focusedTeam = page.getByRole("menuitemradio").and(page.locator(":focus"))
        await focusedTeam.waitFor()
        const first = await focusedTeam.textContent()
        await expect.poll(() => findMisplacement(page), { message: "grown" }).toEqual([])
        await page.keyboard.press("ArrowDown")
        await focusedTeam.filter({ hasNotText: first ?? "" }).waitFor()
        await page.keyboard.press("End")
        await page.getByRole("menuitem", { name: "Create a team" }).and(page.locator(":focus")).waitFor()
        await page.keyboard.press("Escape")
        await page.getByRole("menu").waitFor({ state: "detached" })
        expect(await select.evaluate((element) => element === document.activeElement)).toBe(true)
      },
      { reducedMotion: "reduce", viewport: { width: 320, height: 700 } }
    )
  )
}

/** Makes the page believe that the browser has no CSS anchor positioning. */
const removeAnchorPositioning = async (page: Page) => {
  await page.addInitScript(() => {
    CSS.supports = () => false
  })
  let removed = 0
  await page.route("**/*.css", async (route) => {
    const response = await route.fetch()
    const css = await response.text()
    const body = css.replace(/@supports\s*\(position-area:\s*block-end\)/g, () => {
      removed++
      return "@supports (position-area: removed)"
    })
    await route.fulfill({ response, body })
  })
  return () => removed
}

/** An address that is wider than a phone. */
const longEmail = () => `maximiliane.hohenstein-wittelsbach.${newEmail()}`

/** Returns how far an edge of the open menu is from that of its button, if the window leaves room for both. */
const measureMisalignment = (page: Page, align: "start" | "end") =>
  page.evaluate((align) => {
    const trigger = document.querySelector("[aria-haspopup=menu][aria-expanded=true]")?.getBoundingClientRect()
    const menu = document.querySelector(".ks-menu:popover-open")
    const box = menu?.getBoundingClientRect()
    if (trigger === undefined || menu == null || box === undefined) return ["no menu"]
    const side = (align === "end") === menu.matches(":dir(ltr)") ? "right" : "left"
    const isShifted = box.left <= 7 || box.right >= document.documentElement.clientWidth - 7
    const distance = Math.abs(box[side] - trigger[side])
    return distance > 1 && !isShifted ? [`${side} edges are ${distance} px apart`] : []
  }, align)

/** Returns what is wrong with the position of the open menu. */
const findMisplacement = (page: Page) =>
  page.evaluate(() => {
    const trigger = document.querySelector("[aria-haspopup=menu][aria-expanded=true]")?.getBoundingClientRect()
    const menu = document.querySelector(".ks-menu:popover-open")?.getBoundingClientRect()
    if (trigger === undefined || menu === undefined) return ["no menu"]
    const gap = Math.max(menu.top - trigger.bottom, trigger.top - menu.bottom)
    return [
      ...(Math.abs(gap - 6) > 1 ? [`${gap} px from its button`] : []),
      ...(menu.right < trigger.left || menu.left > trigger.right ? ["beside its button"] : []),
      ...(menu.width < trigger.width - 1 ? ["narrower than its button"] : []),
      ...(menu.left < 5.5 || menu.right > document.documentElement.clientWidth - 5.5
        ? ["less than 6 px from a side of the window"]
        : []),
      ...(menu.top < 0 || menu.bottom > document.documentElement.clientHeight ? ["outside the window, y"] : [])
    ]
  })
