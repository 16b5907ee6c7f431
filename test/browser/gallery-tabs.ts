/** Tests tabs with the keyboard and the pointer. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import type { OpenGallery } from "./gallery-fixture.ts"

export const galleryTabs = (gallery: OpenGallery) => {
  const three = (page: Page) => page.locator("[data-item=Tabs]")
  const chosen = (page: Page) => three(page).getByRole("tab", { selected: true }).textContent()

  it("are one tab stop; arrow keys, Home and End select and wrap around", () =>
    gallery("only=controls", async (page) => {
      await three(page).getByRole("tab", { name: "One" }).focus()
      const steps = [
        ["ArrowRight", "Two"],
        ["ArrowRight", "Three"],
        ["ArrowRight", "One"],
        ["ArrowLeft", "Three"],
        ["Home", "One"],
        ["End", "Three"],
        ["ArrowDown", "Three"]
      ] as const
      for (const [key, tab] of steps) {
        await page.keyboard.press(key)
        expect(await chosen(page)).toBe(tab)
        expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(tab)
        await three(page).getByRole("tabpanel", { name: tab }).getByText(`Panel ${tab}`).waitFor()
      }
      await page.keyboard.press("Tab")
      expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).not.toBe("tab")
      await page.keyboard.press("Shift+Tab")
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Three")
    }))

  it("reverse the arrow keys from right to left", () =>
    gallery("only=controls&dir=rtl", async (page) => {
      await three(page).getByRole("tab", { name: "One" }).focus()
      await page.keyboard.press("ArrowLeft")
      expect(await chosen(page)).toBe("Two")
      await page.keyboard.press("ArrowRight")
      await page.keyboard.press("ArrowRight")
      expect(await chosen(page)).toBe("Three")
    }))

  it("ignore browser shortcuts, accept a class and react to a click", () =>
    gallery("only=controls", async (page) => {
      await three(page).getByRole("tab", { name: "Two" }).click()
      await page.keyboard.press("Shift+ArrowRight")
      expect(await chosen(page)).toBe("Two")
      expect(await three(page).getByRole("tablist").getAttribute("class")).toBe("ks-tabs mine")
    }))
}
