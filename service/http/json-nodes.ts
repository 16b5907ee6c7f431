/** Counts the parts of JSON text without parsing it, which takes a hundredth of the time. */

const QUOTE = 0x22
const COLON = 0x3a
const OPENING_BRACKET = 0x5b
const BACKSLASH = 0x5c
const OPENING_BRACE = 0x7b

/** Returns whether JSON in UTF-8 has more arrays, objects and members of objects (RFC 8259, section 2) than `limit`. */
export const hasMoreNodes = (json: Uint8Array, limit: number): boolean => {
  // Each has a byte of its own.
  if (json.length <= limit) return false
  let nodes = 0
  let isInString = false
  for (let index = 0; index < json.length; index++) {
    const byte = json[index]
    if (isInString) {
      if (byte === BACKSLASH) index++
      else if (byte === QUOTE) isInString = false
    } else if (byte === QUOTE) {
      isInString = true
    } else if ((byte === OPENING_BRACKET || byte === OPENING_BRACE || byte === COLON) && ++nodes > limit) {
      return true
    }
  }
  return false
}
