/** Random text from the platform's cryptographic generator. */

/** Crockford's base32, lower case: digits and letters without i, l, o and u. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

let stock = ""

/**
 * Returns random Crockford base32, 5 bits a character; 45 characters are 225 bits. Refresh tokens, verification codes,
 * nonces and keys have this form. Takes the bytes for about twelve calls at once, because a request of the generator
 * takes as long as building all other headers of a call.
 */
export const randomText = (length = 45): string => {
  if (stock.length < length) {
    stock = Array.from(crypto.getRandomValues(new Uint8Array(length + 512)), (byte) => alphabet[byte & 31]).join("")
  }
  const text = stock.slice(0, length)
  stock = stock.slice(length)
  return text
}
