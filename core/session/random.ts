/** Random text of the wire. */

/** Crockford's base32, lower case: digits and letters without i, l, o and u. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

/**
 * 45 characters of Crockford base32 from the platform's cryptographic generator: 225 bits. The form of refresh tokens,
 * verification codes, nonces and the bodies of keys.
 */
export const randomText = (length = 45): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => alphabet[byte & 31]).join("")
