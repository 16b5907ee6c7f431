/** The application's own name, logo and links on the screens. */

/** URL of an image, or one for each color scheme. */
export type Logo = string | { readonly light: string; readonly dark: string }

/** The logo and the links of an application. */
export interface Brand {
  /**
   * Shown at the top of the cards and of the account settings, 32 px high. An SVG or an image of twice that height.
   * Default none: the cards show the application's name instead.
   */
  readonly logo?: Logo | undefined
  /** Name of the application in titles. Default the display name of the project. `""` for none. */
  readonly applicationName?: string | undefined
  /** URL of the terms of service. Linked below the screens that fill a page. */
  readonly termsUrl?: string | undefined
  /** URL of the privacy policy. Linked below the screens that fill a page. */
  readonly privacyUrl?: string | undefined
}
