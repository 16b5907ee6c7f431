/** Texts for the terminal: with styles, and without what could control it. */

/** An `import` of `node:util` evaluates the getter of each export, for which Node loads its threads: 3 % of a start. */
const { stripVTControlCharacters, styleText } = process.getBuiltinModule("node:util")

/** Returns a text with a style. styleText omits it if the output is not a terminal, and with NO_COLOR. */
export const style = (format: Parameters<typeof styleText>[0], text: string): string =>
  styleText(format, text, { stream: process.stdout })

/** Removes control characters and escape sequences, so that a text from a file cannot control the terminal. */
export const printable = (text: string): string => stripVTControlCharacters(text).replaceAll(/\p{Cc}/gu, " ")

/** The same for a text of several lines. */
export const printableLines = (text: string): string => text.split("\n").map(printable).join("\n")
