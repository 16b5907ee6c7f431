/** Tests the devtools in Chromium: the keyboard, accessibility, narrow pages and the CSS of an application. */
import { expect, it } from "vitest"
import { type Fixture, picture, violations } from "./fixture.ts"
import { signUpAt } from "./sign-in-forms.ts"

const NARROW = { width: 390, height: 760 }

export const devtools = (fixture: () => Fixture) => {
  it("opens by the keyboard, shows the calls of a sign-up, and has no violations in any width and color scheme", () =>
    fixture().visit(
      async ({ page }) => {
        const { app, screens } = fixture()
        await signUpAt(page, app)
        await page.goto(`${screens}/menus?devtools`)
        const button = page.getByRole("button", { name: "Keystile devtools" })
        await button.focus()
        await page.keyboard.press("Enter")
        const panel = page.getByRole("region", { name: "Keystile devtools" })
        await panel.getByText(/with the first call after/).waitFor()
        await panel.getByRole("row", { name: /GET \/users\/me .* success/ }).waitFor()
        await panel.getByRole("row", { name: /getSessionUser value/ }).waitFor()

        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme })
          expect(await violations(page)).toEqual([])
          await picture(page, `devtools-${colorScheme}`)
        }
        await page.setViewportSize(NARROW)
        expect(await violations(page)).toEqual([])
        const box = await panel.boundingBox()
        expect(box?.x).toBeGreaterThanOrEqual(0)
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(NARROW.width)
        await picture(page, "devtools-narrow")

        await page.keyboard.press("Tab")
        expect(await focusedText()).toBe("Close")
        await page.keyboard.press("Escape")
        await panel.waitFor({ state: "detached" })
        await page.keyboard.press("Enter")
        await panel.waitFor()

        function focusedText() {
          return page.evaluate(
            () => document.querySelector("keystile-devtools")?.shadowRoot?.activeElement?.textContent
          )
        }
      },
      { reducedMotion: "reduce" }
    ))

  it("looks the same in a page whose rules concern every element", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(`${fixture().screens}/nowhere?devtools`)
      await page.getByRole("button", { name: "Keystile devtools" }).click()
      await page.getByRole("heading", { name: "Cache" }).waitFor()
      const looks = () =>
        page.evaluate(() => {
          const root = document.querySelector("keystile-devtools")?.shadowRoot
          return [...(root?.querySelectorAll("section, button, h2, h3, p, dl, dd, .content") ?? [])].map((element) => {
            const { backgroundColor, color, display, font, letterSpacing, padding } = getComputedStyle(element)
            const { height, width } = element.getBoundingClientRect()
            return { backgroundColor, color, display, font, letterSpacing, padding, isShown: height > 0 && width > 0 }
          })
        })
      const before = await looks()
      expect(before.length).toBeGreaterThan(8)
      expect(before.every(({ isShown }) => isShown)).toBe(true)
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet()
        const rules = "font: 40px serif; color: red; letter-spacing: 9px; padding: 30px; visibility: hidden"
        sheet.replaceSync(
          `*, :root, body > * { ${rules.replaceAll(";", " !important;")} !important; display: none !important }`
        )
        document.adoptedStyleSheets = [sheet]
        // The page itself remains.
        document.documentElement.style.setProperty("display", "block", "important")
        document.body.style.setProperty("display", "block", "important")
      })
      expect(await looks()).toEqual(before)
    }))
}
