/** Tests the hues of the finished themes, which are token overrides in `react/theme/themes.css`. */
import { readFileSync } from "node:fs"
import { differenceEuclidean } from "culori"
import { expect, it } from "vitest"

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")

const themes = Array.from(
  read("react/theme/themes.css").matchAll(/\[data-ks-theme="(\w+)"\] \{([^}]+)\}/g),
  ([, name = "", rules = ""]) => {
    const value = (variable: string) => Number(new RegExp(`--ks-${variable}: ([\\d.]+);`).exec(rules)?.[1])
    const [accentHue, accentChroma, neutralHue] = [value("accent-h"), value("accent-c"), value("neutral-h")]
    return { name, accentHue, accentChroma, neutralHue }
  }
)

/** The OKLCH values of `--ks-danger` in both schemes. */
const danger = Array.from(
  /--ks-danger: light-dark\((.+)\);/
    .exec(read("look/tokens.css"))?.[1]
    ?.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g) ?? [],
  ([, l, c, h]) => ({ mode: "oklch" as const, l: Number(l), c: Number(c), h: Number(h) })
)

const angle = (one: number, other: number) => Math.abs(((one - other + 540) % 360) - 180)

it("finds all themes, and the danger color of both schemes", () => {
  expect(themes.map(({ name }) => name)).toEqual(["verdigris", "ink", "harbour", "terracotta", "plum"])
  expect(danger).toHaveLength(2)
})

it.each(themes)("the accent of $name does not read as danger", ({ accentChroma, accentHue }) => {
  const colors = [
    { mode: "oklch" as const, l: 0.462, c: accentChroma, h: accentHue },
    { mode: "oklch" as const, l: 0.785, c: accentChroma * 0.85, h: accentHue }
  ]
  for (const [scheme, color] of colors.entries()) {
    const other = danger[scheme]
    if (other === undefined) throw new Error("There is no danger color.")
    if (accentChroma > 0) expect(angle(accentHue, other.h)).toBeGreaterThanOrEqual(30)
    // Twice the distance at which colors side by side can be distinguished.
    expect(differenceEuclidean("oklab")(color, other)).toBeGreaterThan(0.04)
  }
})

it.each(themes)("the grey of $name follows its accent", ({ accentChroma, accentHue, neutralHue }) => {
  if (accentChroma > 0) expect(angle(accentHue, neutralHue)).toBeLessThanOrEqual(30)
})
