/** Reads a one-time code out of what a user types or pastes. */

/** `digits`: of an authenticator app. `letters`: letters and digits, as in a mail; lower case becomes upper case. */
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

/** The rules of a code. */
export interface CodeRules {
  readonly length: number
  /** Default any characters but white space, in upper and lower case. */
  readonly kind?: CodeKind | undefined
  /** A regular expression, or its source, that the code matches after each character: one that ends the match is left out. */
  readonly pattern?: RegExp | string | undefined
}

const plainText = (text: string, kind: CodeKind | undefined): string => {
  const plain = text.normalize("NFKC").replace(anyDigit, plainDigit)
  return kind === undefined ? plain.replace(/\s/g, "") : plain.toUpperCase().replace(foreign[kind], "")
}

// Without the flags `g` and `y`, with which `test` depends on the call before.
const compile = (pattern: RegExp | string): RegExp =>
  typeof pattern === "string" ? new RegExp(pattern) : new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ""))

const matching = (text: string, pattern: RegExp | string, length: number): string => {
  const expression = compile(pattern)
  let code = ""
  for (const character of text) {
    if (code.length === length) break
    if (expression.test(code + character)) code += character
  }
  return code
}

/**
 * Returns the code in a typed or pasted text. Spaces, dashes and other characters that cannot be in a code are left out,
 * full-width characters and the digits of other scripts become plain ones, and the rest is cut at the length.
 */
export const codeIn = (text: string, { kind, length, pattern }: CodeRules): string => {
  const plain = plainText(text, kind)
  return (pattern === undefined ? plain : matching(plain, pattern, length)).slice(0, length)
}
