/** Which characters a one-time code may have, and what people write instead of them. */

/** `digits`: of an authenticator app. `letters`: letters and digits, as in a mail; small ones count as capitals. */
export type CodeKind = "digits" | "letters"

const foreign: Readonly<Record<CodeKind, RegExp>> = { digits: /[^0-9]/g, letters: /[^A-Z0-9]/g }

// NFKC turns full-width letters and digits into plain ones; other scripts' digits it leaves, so their value is taken.
const anyDigit = /\p{Nd}/gu
const plainDigit = (digit: string): string => {
  let zero = digit.codePointAt(0) ?? 0
  const code = zero
  // Unicode keeps the ten digits of a script together, from its zero on.
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String(code - zero)
}

/**
 * The code in what was typed or pasted: spaces, dashes and whatever else cannot be in a code are left out, full-width
 * characters and the digits of other scripts are taken for plain ones, and what is too long is cut.
 */
export const codeIn = (text: string, kind: CodeKind, length: number): string =>
  text
    .normalize("NFKC")
    .replace(anyDigit, plainDigit)
    .toUpperCase()
    .replace(foreign[kind], "")
    .slice(0, length)
