import { describe, expect, it } from "vitest"
import { palette } from "../../look/palette.ts"
import { providerLooks, providerName } from "../../look/providers.ts"

/** The relative luminance of a color such as #fff or #1db954 (WCAG 2.2, relative luminance). */
const luminance = (color: string): number => {
  const digits = color.length === 4 ? color.replace(/[\da-f]/g, "$&$&") : color
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = parseInt(digits.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

describe("the tables of providers", () => {
  it.each(Object.entries(providerLooks))("gives %s a label with a contrast of at least 4.5:1", (_, look) => {
    const { colors, dark = colors } = look
    expect(contrast(colors.label, colors.background)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(dark.label, dark.background)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(Object.entries(providerLooks).flatMap(([id, { logo }]) => (logo ? [[id, logo] as const] : [])))(
    "gives the logo of %s a contrast of at least 3:1 on the surface of cards",
    (_, logo) => {
      expect(contrast(logo.light, palette.surface.light)).toBeGreaterThanOrEqual(3)
      expect(contrast(logo.dark, palette.surface.dark)).toBeGreaterThanOrEqual(3)
    }
  )

  it("has no white button in the dark scheme, which would outshine the primary one", () => {
    const bright = Object.entries(providerLooks).filter(
      ([, { colors, dark = colors }]) => luminance(dark.background) > 0.5
    )
    expect(bright).toEqual([])
  })

  it("names an unknown provider by its id", () => {
    expect(providerName("google")).toBe("Google")
    expect(providerName("acme")).toBe("acme")
    expect(providerName("constructor")).toBe("constructor")
  })
})
