/**
 * The sign-in providers: their ids, names and button colors. This table is the only source of them. The ids of the wire
 * derive from its keys, and providers.css and style-sheet.ts from its colors (`npm run look`). Logos are in
 * provider-logos.ts, because screens load them on demand.
 */

export interface ProviderColors {
  readonly background: string
  /** The color of the label and of a logo with one color. At least 4.5:1 on the background (WCAG 2.2, 1.4.3). */
  readonly label: string
  readonly border: string
  /** The color that 10 % are mixed of into the background while the pointer is over the button. */
  readonly hover: string
}

interface ProviderLook {
  readonly name: string
  readonly colors: ProviderColors
  /** The colors of the dark scheme. Default: the same. A white button would outshine the primary one there. */
  readonly dark?: ProviderColors
}

export const providers = {
  google: {
    name: "Google",
    colors: { background: "#fff", label: "#000", border: "#ddd", hover: "#000" },
    // https://developers.google.com/identity/branding-guidelines
    dark: { background: "#131314", label: "#e3e3e3", border: "#8e918f", hover: "#fff" }
  },
  github: {
    name: "GitHub",
    colors: { background: "#111", label: "#fff", border: "#333", hover: "#fff" }
  },
  microsoft: {
    name: "Microsoft",
    colors: { background: "#2f2f2f", label: "#fff", border: "#2f2f2f", hover: "#fff" }
  },
  // White on Spotify's green has a contrast of 2.6:1. Spotify's own buttons have black labels.
  spotify: {
    name: "Spotify",
    colors: { background: "#1db954", label: "#000", border: "transparent", hover: "#fff" }
  },
  // White on Facebook's own #1877f2 has a contrast of 4.2:1. On this blue it is 4.7:1.
  facebook: {
    name: "Facebook",
    colors: { background: "#1670e6", label: "#fff", border: "transparent", hover: "#000" }
  },
  discord: {
    name: "Discord",
    colors: { background: "#5865f2", label: "#fff", border: "transparent", hover: "#000" }
  },
  gitlab: {
    name: "GitLab",
    colors: { background: "#111", label: "#fff", border: "#333", hover: "#fff" }
  },
  bitbucket: {
    name: "Bitbucket",
    colors: { background: "#fff", label: "#000", border: "#ddd", hover: "#000" },
    dark: { background: "#18191a", label: "#fff", border: "#555", hover: "#fff" }
  },
  linkedin: {
    name: "LinkedIn",
    colors: { background: "#0073b1", label: "#fff", border: "transparent", hover: "#000" }
  },
  apple: {
    name: "Apple",
    colors: { background: "#000", label: "#fff", border: "#333", hover: "#fff" }
  },
  x: {
    name: "X",
    colors: { background: "#000", label: "#fff", border: "transparent", hover: "#fff" }
  }
} as const satisfies Readonly<Record<string, ProviderLook>>

export type ProviderId = keyof typeof providers

export const isProvider = (id: string): id is ProviderId => Object.hasOwn(providers, id)

/** Returns the provider's name, or the id itself for a provider that is not in the table. */
export const providerName = (id: string): string => (isProvider(id) ? providers[id].name : id)
