/**
 * The sign-in providers: their ids, names and button colors. These tables are the only source of them. The ids of the
 * wire and the list of the service derive from the keys, providers.css and style-sheet.ts from the colors
 * (`npm run look`). Logos are in provider-logos.ts, because screens load them on demand.
 */

/** The name of each provider, by its id. */
export const providerNames = {
  google: "Google",
  github: "GitHub",
  microsoft: "Microsoft",
  spotify: "Spotify",
  facebook: "Facebook",
  discord: "Discord",
  gitlab: "GitLab",
  bitbucket: "Bitbucket",
  linkedin: "LinkedIn",
  apple: "Apple",
  x: "X"
} as const

export type ProviderId = keyof typeof providerNames

export const isProvider = (id: string): id is ProviderId => Object.hasOwn(providerNames, id)

/** Returns the provider's name, or the id itself for a provider that is not in the table. */
export const providerName = (id: string): string => (isProvider(id) ? providerNames[id] : id)

export interface ProviderColors {
  readonly background: string
  /** The color of the label and of a logo with one color. At least 4.5:1 on the background (WCAG 2.2, 1.4.3). */
  readonly label: string
  readonly border: string
  /** The color that 10 % are mixed of into the background while the pointer is over the button. */
  readonly hover: string
}

export interface ProviderLook {
  /** The provider's own colors. The screens use them only below an element with `data-tone="brand"`. */
  readonly colors: ProviderColors
  /** The colors of the dark scheme. Default: the same. A white button would outshine the primary one there. */
  readonly dark?: ProviderColors
  /**
   * The color of a logo with one color on a button in the colors of the theme. Default: the color of its label. At
   * least 3:1 on the surface of the default theme (WCAG 2.2, 1.4.11), although it exempts logos.
   */
  readonly logo?: { readonly light: string; readonly dark: string }
}

/** The colors of each provider. Screens get them from providers.css. */
export const providerLooks: Readonly<Record<ProviderId, ProviderLook>> = {
  google: {
    colors: { background: "#fff", label: "#000", border: "#ddd", hover: "#000" },
    // https://developers.google.com/identity/branding-guidelines
    dark: { background: "#131314", label: "#e3e3e3", border: "#8e918f", hover: "#fff" }
  },
  github: {
    colors: { background: "#111", label: "#fff", border: "#333", hover: "#fff" }
  },
  microsoft: {
    colors: { background: "#2f2f2f", label: "#fff", border: "#2f2f2f", hover: "#fff" }
  },
  // White on Spotify's green has a contrast of 2.6:1. Spotify's own buttons have black labels.
  spotify: {
    colors: { background: "#1db954", label: "#000", border: "transparent", hover: "#fff" },
    logo: { light: "#15883e", dark: "#1db954" }
  },
  // White on Facebook's own #1877f2 has a contrast of 4.2:1. On this blue it is 4.7:1.
  facebook: {
    colors: { background: "#1670e6", label: "#fff", border: "transparent", hover: "#000" },
    logo: { light: "#1670e6", dark: "#4a94f5" }
  },
  discord: {
    colors: { background: "#5865f2", label: "#fff", border: "transparent", hover: "#000" },
    logo: { light: "#5865f2", dark: "#8b95f7" }
  },
  gitlab: {
    colors: { background: "#111", label: "#fff", border: "#333", hover: "#fff" },
    logo: { light: "#d1500f", dark: "#fc6d26" }
  },
  bitbucket: {
    colors: { background: "#fff", label: "#000", border: "#ddd", hover: "#000" },
    dark: { background: "#18191a", label: "#fff", border: "#555", hover: "#fff" },
    logo: { light: "#0052cc", dark: "#4c9aff" }
  },
  linkedin: {
    colors: { background: "#0073b1", label: "#fff", border: "transparent", hover: "#000" },
    logo: { light: "#0a66c2", dark: "#4c9be8" }
  },
  apple: {
    colors: { background: "#000", label: "#fff", border: "#333", hover: "#fff" }
  },
  x: {
    colors: { background: "#000", label: "#fff", border: "transparent", hover: "#fff" }
  }
}
