/**
 * The colors of one mail in the dark scheme. A mail that uses only the colors of look/palette.ts gets a rule with the
 * dark variant of each. A mail with any other color keeps its own colors, because their dark variants are unknown.
 */
import { palette } from "../../look/palette.ts"

const darkOf = new Map<string, string>(Object.values(palette).map(({ dark, light }) => [light, dark]))

/** The properties that have a color, each with the prefix of its class names. */
const prefixes = [
  ["color", "c"],
  ["background-color", "b"],
  ["border-color", "l"]
] as const
type ColorProperty = (typeof prefixes)[number][0]

/** The attributes of a colored element. */
export interface ColorAttributes {
  readonly class: string | undefined
  readonly rules: Readonly<Partial<Record<ColorProperty, string>>>
}

/** Collects the colors of a mail while it is rendered. */
export interface Painter {
  /** Returns the attributes for these colors. A property that is `undefined` or `null` is not set. */
  readonly paint: (colors: Readonly<Partial<Record<ColorProperty, string | null | undefined>>>) => ColorAttributes
  /** Returns `true` if every color so far has a dark variant. */
  readonly isAdaptable: () => boolean
  /** Returns the rules of the dark scheme for every color so far. */
  readonly darkRules: () => string
}

export const makePainter = (): Painter => {
  const rules = new Map<string, string>()
  let isAdaptable = true
  return {
    paint: (colors) => {
      const classes: Array<string> = []
      const inline: Partial<Record<ColorProperty, string>> = {}
      for (const [property, prefix] of prefixes) {
        const color = colors[property]?.toLowerCase()
        if (color === undefined) continue
        inline[property] = color
        const dark = darkOf.get(color)
        if (dark === undefined) isAdaptable = false
        const name = `${prefix}-${color.slice(1)}`
        rules.set(name, `.${name}{${property}:${dark ?? color}!important}`)
        classes.push(name)
      }
      return { class: classes.length === 0 ? undefined : classes.join(" "), rules: inline }
    },
    isAdaptable: () => isAdaptable,
    darkRules: () => [...rules.values()].join("")
  }
}
