/** Tests the themes of the components. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import type { OpenGallery } from "./gallery-fixture.ts"

export const galleryThemes = (gallery: OpenGallery) => {
  const colorOf = (page: Page, item: string, selector: string, property = "background-color") =>
    page
      .locator(`[data-item="${item}"] ${selector}`)
      .first()
      .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), property)

  it("are set by variables alone, under a policy that forbids inline styles", () =>
    gallery(
      "only=themes",
      async (page) => {
        expect(await page.locator("[data-item=own] .sample").getAttribute("data-ks-theme")).toBe("")
        expect(await colorOf(page, "own", ".sample")).toBe("rgb(243, 238, 248)")
        expect(await colorOf(page, "own", ".ks-button", "border-radius")).toBe("2px")
        expect(await colorOf(page, "own", "[data-variant=primary]")).not.toBe(
          await colorOf(page, "verdigris", "[data-variant=primary]")
        )
      },
      { colorScheme: "light" }
    ))

  it("have other colors for a dark scheme", () =>
    gallery(
      "only=themes",
      async (page) => {
        expect(await colorOf(page, "own", ".sample")).toBe("rgb(18, 10, 28)")
      },
      { colorScheme: "dark" }
    ))

  it("can be light or dark independently of the page", async () => {
    const surfaces: Array<string> = []
    for (const colorScheme of ["light", "dark"] as const) {
      await gallery(
        "only=themes",
        async (page) => {
          surfaces.push(
            `${await colorOf(page, "always dark", ".ks-card-body")} ${await colorOf(
              page,
              "always light",
              ".ks-card-body"
            )}`
          )
        },
        { colorScheme }
      )
    }
    expect(new Set(surfaces).size).toBe(1)
    expect(surfaces[0]).toMatch(/oklch\(0\.213.* oklch\(1 0 0\)/)
  })

  it("of a provider apply to every screen", () =>
    gallery(
      "only=cards&brand",
      async (page) => {
        expect(await colorOf(page, "Signed in", "[data-variant=primary]")).toBe("rgb(122, 31, 162)")
      },
      { colorScheme: "light" }
    ))
}
