/** An application's own look as data, and the CSS variables of it. */
import type { Brand } from "./brand.ts"

/**
 * Colors by purpose, with the names of shadcn/ui. Any CSS color. Those left out stay as the page or the theme has them.
 */
export interface ThemeColors {
  /** The page around a screen, and text. */
  readonly background?: string | undefined
  /** Text of the page. */
  readonly foreground?: string | undefined
  /** Cards and fields, and text on them. */
  readonly card?: string | undefined
  /** Text of cards. */
  readonly cardForeground?: string | undefined
  /** Menus, dialogs and the selected tab, and text on them. */
  readonly popover?: string | undefined
  /** Text of menus. */
  readonly popoverForeground?: string | undefined
  /** The accent of the screens: primary action, link, selection. And text on it. */
  readonly primary?: string | undefined
  /** Text on the primary color. */
  readonly primaryForeground?: string | undefined
  /** Secondary actions: buttons with an edge. Default: as cards. And text on them. */
  readonly secondary?: string | undefined
  /** Text on the secondary color. */
  readonly secondaryForeground?: string | undefined
  /** Tracks, disabled controls; help text. */
  readonly muted?: string | undefined
  /** Secondary text. */
  readonly mutedForeground?: string | undefined
  /** Background of the element under the pointer, and text on it. `accent` is an alias, and takes precedence. */
  readonly accent?: string | undefined
  /** Text on the accent color. */
  readonly accentForeground?: string | undefined
  /** The primary color under the pointer. */
  readonly hover?: string | undefined
  /** Errors, and buttons that delete. */
  readonly destructive?: string | undefined
  /** Text on the destructive color. */
  readonly destructiveForeground?: string | undefined
  /** Lines that separate, and edges of buttons. */
  readonly border?: string | undefined
  /** Edges of fields: 3:1 against the card, so that they are found. */
  readonly input?: string | undefined
  /** The focus ring. */
  readonly ring?: string | undefined
}

/** A built-in theme. */
export type ThemeName = "verdigris" | "ink" | "harbour" | "terracotta" | "plum"

/** The look of the screens. The palette has enough contrast with every hue. Check that of colors of your own. */
export interface Theme extends Brand {
  /** A theme of `keystile/react/themes.css`, which the page has to import, or the `data-ks-theme` of your own. */
  readonly name?: ThemeName | (string & {}) | undefined
  /**
   * Light or dark. Default: the page's `color-scheme`. With `auto`, the class `dark` or `light`, or `data-theme`, of
   * `<html>` or
   * `<body>`; without these the system's scheme for screens that fill the page, and the page's for all others.
   */
  readonly scheme?: "light" | "dark" | "auto" | undefined
  /** Hue of the accent, 0 to 360, and its chroma, up to 0.2 (OKLCH). */
  readonly accentHue?: number | undefined
  /** The chroma of the accent color in OKLCH. */
  readonly accentChroma?: number | undefined
  /** Hue of the greys, and their chroma, up to 0.02. */
  readonly neutralHue?: number | undefined
  /** The chroma of the greys in OKLCH. */
  readonly neutralChroma?: number | undefined
  /** Of controls; cards, menus and chips follow. A CSS length. */
  readonly radius?: string | undefined
  /** The ticket's bite; `0px` for none. */
  readonly notch?: string | undefined
  /** The font family of all texts. */
  readonly font?: string | undefined
  /** The font family of titles. */
  readonly titleFont?: string | undefined
  /** Colors of the light scheme. */
  readonly light?: ThemeColors | undefined
  /** Colors of the dark scheme. */
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

/** The variables of each color, for one scheme. Shades that are not given are mixed from the color itself. */
const colorVariables = ({
  accent,
  accentForeground,
  background,
  border,
  card,
  cardForeground,
  destructive,
  destructiveForeground,
  foreground,
  hover,
  input,
  muted,
  mutedForeground,
  popover,
  popoverForeground,
  primary,
  primaryForeground,
  ring,
  secondary,
  secondaryForeground
}: ThemeColors): Readonly<Record<string, string | undefined>> => ({
  page: background,
  ink: foreground,
  surface: card,
  "on-surface": cardForeground,
  raised: popover,
  "on-raised": popoverForeground,
  secondary,
  "on-secondary": secondaryForeground,
  accent: primary,
  "accent-hover": primary && tint(primary, 86, "var(--ks-ink)"),
  "accent-pressed": primary && tint(primary, 74, "var(--ks-ink)"),
  "accent-soft": primary && tint(primary, 12, "var(--ks-surface)"),
  "on-accent": primaryForeground,
  sunken: muted,
  "ink-muted": mutedForeground,
  "ink-placeholder": mutedForeground,
  hover: accent ?? hover,
  "on-hover": accentForeground,
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
    for (const [role, color] of Object.entries(colorVariables(theme[scheme] ?? {}))) {
      if (color !== undefined) variables.set(`--ks-${role}-${scheme}`, color)
    }
  }
  return variables
}
