/** Base64 without padding, as in the PHC string format (https://github.com/P-H-C/phc-string-format). */

/** Matches at most 128 characters. */
export const BASE64 = String.raw`[A-Za-z\d+/]{1,128}`

/** Matches a decimal number of at most 10 digits, without leading zeros. */
export const NUMBER = String.raw`([1-9]\d{0,9})`

export const toBase64 = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "")

/** Returns the bytes; `null` for a text that is missing or is not the encoding of whole bytes. */
export const fromBase64 = (text: string | undefined): Buffer | null => {
  if (text === undefined) return null
  const bytes = Buffer.from(text, "base64")
  return toBase64(bytes) === text ? bytes : null
}

export const isBetween = (value: number, minimum: number, maximum: number) => value >= minimum && value <= maximum
