/** Extracts a one-time code from typed or pasted text. */

/** `digits`: codes of an authenticator app. `letters`: letters and digits of a mailed code, in upper case. */
export type CodeKind = "digits" | "letters"

const foreign: Readonly<Record<CodeKind, RegExp>> = { digits: /[^0-9]/g, letters: /[^A-Z0-9]/g }

// NFKC converts full-width letters and digits, but not the digits of other scripts.
const anyDigit = /\p{Nd}/gu
const plainDigit = (digit: string): string => {
  let zero = digit.codePointAt(0) ?? 0
  const code = zero
  // In Unicode the ten digits of a script are contiguous.
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String(code - zero)
}

/** The format of a code. */
export interface CodeRules {
  readonly length: number
  /** Default any characters but white space, in both cases. */
  readonly kind?: CodeKind | undefined
  /**
   * A regular expression, or its source, that the code matches after each character. Characters that end the match
   * are removed.
   */
  readonly pattern?: RegExp | string | undefined
}

const plainText = (text: string, kind: CodeKind | undefined): string => {
  const plain = text.normalize("NFKC").replace(anyDigit, plainDigit)
  return kind === undefined ? plain.replace(/\s/g, "") : plain.toUpperCase().replace(foreign[kind], "")
}

// Without the flags `g` and `y`, which make `test` depend on the previous call.
const compile = (pattern: RegExp | string): RegExp =>
  typeof pattern === "string" ? new RegExp(pattern) : new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ""))

const keepMatching = (text: string, pattern: RegExp | string, length: number): string => {
  const expression = compile(pattern)
  let code = ""
  for (const character of text) {
    if (code.length === length) break
    if (expression.test(code + character)) code += character
  }
  return code
}

/**
 * Returns the code in a text. Removes characters that cannot be in a code, converts full-width characters and digits
 * of other scripts, and truncates.
 */
export const codeIn = (text: string, { kind, length, pattern }: CodeRules): string => {
  const plain = plainText(text, kind)
  return (pattern === undefined ? plain : keepMatching(plain, pattern, length)).slice(0, length)
}
