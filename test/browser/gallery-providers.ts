/** Tests provider buttons, the password strength and texts of the service. */
import type { Page } from "playwright-core"
import { expect, it, vi } from "vitest"
import { fillField } from "./controls.ts"
import type { OpenGallery } from "./gallery-fixture.ts"

export const galleryProviders = (gallery: OpenGallery) => {
  it("shows an unknown provider's name with an icon, and markup in a name as text", () =>
    gallery("only=sign-in", async (page) => {
      const unknown = page.getByRole("button", { name: "Sign in with fernhill-sso" })
      expect(await unknown.locator("svg.ks-icon").count()).toBe(1)
      await page.getByRole("button", { name: "Sign in with <i>constructor</i>" }).waitFor()
      expect(await page.locator(".ks-oauth i").count()).toBe(0)
      expect(await page.getByRole("button", { name: "Sign in with Google" }).first().locator("svg path").count()).toBe(
        4
      )
    }))

  it("provider labels have a contrast of 4.5:1 in the theme's and in their own colors, also when hovered", () =>
    gallery(
      "only=sign-in",
      async (page) => {
        const items = page.locator("[data-item='Every provider'], [data-item='Providers in their own colors']")
        const pairs: Record<string, ReadonlyArray<string>> = {}
        for (const button of await items.locator(".ks-oauth").all()) {
          const colors = () =>
            button.evaluate((element) => {
              const { backgroundColor, color } = getComputedStyle(element)
              return [backgroundColor, color]
            })
          const name = (await button.textContent()) ?? ""
          const atRest = (pairs[name] = await colors())
          await button.hover()
          await vi.waitFor(async () => expect(await colors()).not.toEqual(atRest))
          pairs[`${name}, under the pointer`] = await colors()
        }
        const low = Object.entries(await contrasts(page, pairs)).filter(([, contrast]) => contrast < 4.5)
        expect(low).toEqual([])
        expect(Object.keys(pairs)).toHaveLength(48)
      },
      { reducedMotion: "reduce" }
    ))

  for (const colorScheme of ["light", "dark"] as const) {
    it(`no provider button has a background of its own by default: ${colorScheme}`, () =>
      gallery(
        "only=sign-in",
        async (page) => {
          const backgrounds = async (item: string) => [
            ...new Set(
              await page
                .locator(`[data-item='${item}'] .ks-oauth`)
                .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).backgroundColor))
            )
          ]
          expect(await backgrounds("Every provider")).toHaveLength(1)
          expect((await backgrounds("Providers in their own colors")).length).toBeGreaterThan(5)
        },
        { colorScheme, reducedMotion: "reduce" }
      ))
  }

  it("the logos of all providers are loaded on demand and painted", () =>
    gallery("only=sign-in", async (page) => {
      const item = page.locator("[data-item='Every provider']")
      const painted = await item.locator(".ks-brand").evaluateAll((logos) =>
        logos.map((logo) => {
          const boxes = Array.from(logo.querySelectorAll("path"), (path) => path.getBBox())
          return Math.max(...boxes.map(({ width }) => width), ...boxes.map(({ height }) => height))
        })
      )
      expect(painted).toHaveLength(11)
      expect(Math.min(...painted)).toBeGreaterThan(8)
      expect(await item.locator(".ks-brand path[fill]").count()).toBe(8)
    }))

  it("shows the labels of providers when their logos cannot be loaded", () =>
    gallery("only=sign-in", async (page, { consoleErrors }) => {
      await page.route(/provider-logos/, (route) => route.abort())
      await page.reload()
      const button = page.locator("[data-item='On the way to a provider']").getByRole("button", { name: /Google/ })
      await button.waitFor()
      expect(await button.locator("path").count()).toBe(0)
      expect(await button.textContent()).toContain("Sign in with Google")
      expect(consoleErrors).toEqual([])
    }))

  it("suggests how to make a password stronger, and shows nothing for an empty one", () =>
    gallery("only=sign-in", async (page) => {
      const item = page.locator("[data-item='New password']")
      const says = item.locator(".ks-strength-word")
      await says.filter({ hasText: "commonly used" }).waitFor()
      expect(await item.locator(".ks-strength").getAttribute("data-score")).toBe("1")
      await fillField(item, "Password", "noor@fernhill.example")
      await says.filter({ hasText: "Leave out your name" }).waitFor()
      await fillField(item, "Password", "verdigris-lantern-42")
      await says.filter({ hasText: "Strong" }).waitFor()
      await fillField(item, "Password", "")
      expect(await item.locator(".ks-strength").count()).toBe(0)
    }))

  it("shows a message of the service as text", () =>
    gallery("only=cards", async (page) => {
      await page.getByText("It went <b>wrong</b> in a new way. Please sign in again.").waitFor()
      expect(await page.locator(".ks b").count()).toBe(0)
    }))
}

/** Returns the contrasts of pairs of colors, painted so that every CSS notation is supported (WCAG 2.2, 1.4.3). */
const contrasts = (page: Page, pairs: Readonly<Record<string, ReadonlyArray<string>>>) =>
  page.evaluate((pairs) => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })
    if (canvas === null) throw new Error("There is no canvas.")
    const luminance = (color: string) => {
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = Array.from(canvas.getImageData(0, 0, 1, 1).data, (value) => {
        const part = value / 255
        return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    return Object.fromEntries(
      Object.entries(pairs).map(([name, colors]) => {
        const [low = 0, high = 0] = colors.map(luminance).sort((a, b) => a - b)
        return [name, (high + 0.05) / (low + 0.05)]
      })
    )
  }, pairs)
