/** Base64 without padding, as the PHC string format has it. */

/** Matches at most 128 characters. */
export const PHC_BASE64 = "[A-Za-z\\d+/]{1,128}"

export const toPhcBase64 = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "")

/** Returns the bytes; `null` for a text that is missing or is not the encoding of whole bytes. */
export const fromPhcBase64 = (text: string | undefined): Buffer | null => {
  if (text === undefined) return null
  const bytes = Buffer.from(text, "base64")
  return toPhcBase64(bytes) === text ? bytes : null
}
