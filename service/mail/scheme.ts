/** Shows a rendered mail in one color scheme, whatever that of the browser is. */

const DARK = "@media (prefers-color-scheme:dark){"

/** Returns whether a mail has rules for the dark scheme. */
export const hasDarkScheme = (html: string): boolean => html.includes(DARK)

/** Returns the mail with its rules for the dark scheme applied always or never. */
export const forScheme = (html: string, scheme: "dark" | "light"): string =>
  hasDarkScheme(html)
    ? html
        .replace(DARK, scheme === "dark" ? "@media all{" : "@media not all{")
        .replace(":root{color-scheme:light dark}", `:root{color-scheme:${scheme}}`)
    : html
