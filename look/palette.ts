/** The colors of mails, in sRGB. Derived from tokens.css by `npm run look`; do not edit. */

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
