/** Random text of the wire. */

/** Crockford's base32, lower case: digits and letters without i, l, o and u. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

let stock = ""

/**
 * 45 characters of Crockford base32 from the platform's cryptographic generator: 225 bits. The form of refresh tokens,
 * verification codes, nonces and the bodies of keys. Made in stock: every call needs some, and asking the generator takes
 * as long as all the rest of its headers. No more than for a dozen calls: the first one of a page waits for all of it.
 */
export const randomText = (length = 45): string => {
  if (stock.length < length) {
    stock = Array.from(crypto.getRandomValues(new Uint8Array(length + 512)), (byte) => alphabet[byte & 31]).join("")
  }
  const text = stock.slice(0, length)
  stock = stock.slice(length)
  return text
}
