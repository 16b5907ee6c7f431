/** Counts the values of JSON text without parsing it, which takes a hundredth of the time. */

const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c
const OPENING_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

/**
 * Returns whether JSON in UTF-8 has more values (RFC 8259, section 3) than `limit`, those inside of others included.
 */
export const hasMoreValues = (json: Uint8Array, limit: number): boolean => {
  // Each has a byte of its own.
  if (json.length <= limit) return false
  let values = 1
  let isInString = false
  let isAfterOpening = false
  for (let index = 0; index < json.length; index++) {
    const byte = json[index] ?? SPACE
    if (isInString) {
      if (byte === BACKSLASH) index++
      else if (byte === QUOTE) isInString = false
      continue
    }
    // Like tabs and line breaks.
    if (byte <= SPACE) continue
    const isFirst = isAfterOpening && byte !== CLOSING_BRACKET && byte !== CLOSING_BRACE
    if ((isFirst || byte === COMMA) && ++values > limit) return true
    isAfterOpening = byte === OPENING_BRACKET || byte === OPENING_BRACE
    isInString = byte === QUOTE
  }
  return false
}
