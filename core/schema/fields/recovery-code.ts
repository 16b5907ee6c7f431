/** Recovery codes of the second factor: 12 characters of Crockford's base32, written in groups of four. */

/** The number of codes in a set. */
export const RECOVERY_CODE_COUNT = 10

export const RECOVERY_CODE_LENGTH = 12

const WHOLE = new RegExp(`^[0-9a-hjkmnp-tv-z]{${RECOVERY_CODE_LENGTH}}$`)

/**
 * Returns a typed recovery code in lower case without spaces and hyphens; `null` if the text cannot be one. The letters
 * o, i and l are read as the digits that they look like.
 */
export const readRecoveryCode = (typed: string): string | null => {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, "").replaceAll("o", "0").replaceAll(/[il]/g, "1")
  return WHOLE.test(code) ? code : null
}

/** Returns a recovery code in groups of four characters. */
export const writeRecoveryCode = (code: string): string => code.match(/.{4}/g)?.join("-") ?? code
