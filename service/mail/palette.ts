/**
 * The colours of the standard mails, and what each becomes where people read in the dark.
 *
 * They are those of the screens (the theme's tokens, in sRGB). A mail that keeps to them is dark where its reader's
 * program is; one with a colour of its own is shown in its own colours always, since nobody knows what these should
 * become.
 */

export const palette = {
  page: { light: "#f2f5f4", dark: "#0d1110" },
  surface: { light: "#ffffff", dark: "#161a19" },
  sunken: { light: "#eef2f0", dark: "#101312" },
  ink: { light: "#161e1b", dark: "#ebefed" },
  inkMuted: { light: "#565f5c", dark: "#a4aba9" },
  line: { light: "#dce1df", dark: "#2e3331" },
  lineButton: { light: "#c6cbc9", dark: "#464c4a" },
  accent: { light: "#006765", dark: "#80c8c5" },
  onAccent: { light: "#fbfefe", dark: "#001b1a" }
} as const

const darkOf = new Map<string, string>(Object.values(palette).map(({ dark, light }) => [light, dark]))

/** What of an element has a colour, with the letter that its class begins with. */
const places = [
  ["color", "c"],
  ["background-color", "b"],
  ["border-color", "l"]
] as const
type Place = (typeof places)[number][0]

/** A coloured element's attributes. */
export interface Painted {
  readonly class: string | undefined
  readonly rules: Readonly<Partial<Record<Place, string>>>
}

/** Collects the colours of one mail while it is written. */
export interface Painter {
  /** Colours by their place; `undefined` and `null` leave it as it is. */
  readonly paint: (colors: Readonly<Partial<Record<Place, string | null | undefined>>>) => Painted
  /** Whether all colours so far have a dark side. */
  readonly isAdaptable: () => boolean
  /** The rules for the dark, for all colours so far. */
  readonly darkRules: () => string
}

export const makePainter = (): Painter => {
  const rules = new Map<string, string>()
  let isAdaptable = true
  return {
    paint: (colors) => {
      const classes: Array<string> = []
      const inline: Partial<Record<Place, string>> = {}
      for (const [place, letter] of places) {
        const color = colors[place]?.toLowerCase()
        if (color === undefined) continue
        inline[place] = color
        const dark = darkOf.get(color)
        if (dark === undefined) isAdaptable = false
        const name = `${letter}-${color.slice(1)}`
        rules.set(name, `.${name}{${place}:${dark ?? color}!important}`)
        classes.push(name)
      }
      return { class: classes.length === 0 ? undefined : classes.join(" "), rules: inline }
    },
    isAdaptable: () => isAdaptable,
    darkRules: () => [...rules.values()].join("")
  }
}
