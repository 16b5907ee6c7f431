/** An application's own look as data, and the CSS variables that it stands for. */

/** Colours by what they are for. Any CSS colour. Those left out stay as the page or the theme has them. */
export interface ThemeColors {
  /** The page around a screen, and text. */
  readonly background?: string | undefined
  readonly foreground?: string | undefined
  /** Cards and fields; menus and the chosen tab. */
  readonly card?: string | undefined
  readonly popover?: string | undefined
  /** The one accent: primary action, link, selection. And what is written on it. */
  readonly primary?: string | undefined
  readonly primaryForeground?: string | undefined
  /** Tracks, disabled controls; help text. */
  readonly muted?: string | undefined
  readonly mutedForeground?: string | undefined
  /** What is under the pointer. */
  readonly hover?: string | undefined
  readonly destructive?: string | undefined
  readonly destructiveForeground?: string | undefined
  /** Lines that separate, and edges of buttons. */
  readonly border?: string | undefined
  /** Edges of fields: 3:1 against the card, so that they are found. */
  readonly input?: string | undefined
  /** The focus ring. */
  readonly ring?: string | undefined
}

export type ThemeName = "verdigris" | "ink" | "harbour" | "terracotta" | "plum"

/** The look of the screens. Contrast holds whatever the hues; who gives colours answers for theirs. */
export interface Theme {
  /** A finished theme: import `keystile/react/themes.css` for them. Or the `data-ks-theme` of one's own. */
  readonly name?: ThemeName | (string & {}) | undefined
  /** Light, dark, or as the system is. Default: as the page's `color-scheme` says. */
  readonly scheme?: "light" | "dark" | "auto" | undefined
  /** Hue of the accent, 0 to 360, and its chroma, up to 0.2 (OKLCH). */
  readonly accentHue?: number | undefined
  readonly accentChroma?: number | undefined
  /** Hue of the greys, and their chroma, up to 0.02. */
  readonly neutralHue?: number | undefined
  readonly neutralChroma?: number | undefined
  /** Of controls; cards, menus and chips follow. A CSS length. */
  readonly radius?: string | undefined
  /** The ticket's bite; `0px` for none. */
  readonly notch?: string | undefined
  readonly font?: string | undefined
  readonly titleFont?: string | undefined
  readonly light?: ThemeColors | undefined
  readonly dark?: ThemeColors | undefined
}

const dials = {
  accentHue: "accent-h",
  accentChroma: "accent-c",
  neutralHue: "neutral-h",
  neutralChroma: "neutral-c",
  radius: "radius",
  notch: "notch",
  font: "font",
  titleFont: "font-title"
} as const

const tint = (color: string, share: number, other: string) => `color-mix(in oklab, ${color} ${share}%, ${other})`

/** The roles that a colour has, for one scheme. Shades that nobody gave come from the colour itself. */
const roles = (
  { background, border, card, destructive, destructiveForeground, foreground, hover, input, muted, mutedForeground,
    popover, primary, primaryForeground, ring }: ThemeColors
): Readonly<Record<string, string | undefined>> => ({
  page: background,
  ink: foreground,
  surface: card,
  raised: popover,
  accent: primary,
  "accent-hover": primary && tint(primary, 86, "var(--ks-ink)"),
  "accent-pressed": primary && tint(primary, 74, "var(--ks-ink)"),
  "accent-soft": primary && tint(primary, 12, "var(--ks-surface)"),
  "on-accent": primaryForeground,
  sunken: muted,
  "ink-muted": mutedForeground,
  "ink-placeholder": mutedForeground,
  hover,
  danger: destructive,
  "danger-hover": destructive && tint(destructive, 86, "var(--ks-ink)"),
  "danger-soft": destructive && tint(destructive, 12, "var(--ks-surface)"),
  "on-danger": destructiveForeground,
  line: border,
  "line-button": border,
  "line-control": input,
  "line-hover": input && tint(input, 70, "var(--ks-ink)"),
  ring
})

/** The CSS variables of a theme, by name. */
export const variablesOf = (theme: Theme): ReadonlyMap<string, string> => {
  const variables = new Map<string, string>()
  for (const [dial, name] of Object.entries(dials)) {
    const value: unknown = Reflect.get(theme, dial)
    if (value !== undefined) variables.set(`--ks-${name}`, String(value))
  }
  for (const scheme of ["light", "dark"] as const) {
    for (const [role, color] of Object.entries(roles(theme[scheme] ?? {}))) {
      if (color !== undefined) variables.set(`--ks-${role}-${scheme}`, color)
    }
  }
  return variables
}
