/** Random text of the wire. */

/** Crockford's base32, lower case: digits and letters without i, l, o and u. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

/**
 * 45 characters of Crockford base32 from the platform's cryptographic generator: 225 bits. The form of refresh tokens,
 * verification codes, nonces and the bodies of keys.
 */
export const randomText = (length = 45): string => {
  let text = ""
  for (const byte of randomBytes(length)) text += alphabet.charAt(byte & 31)
  return text
}

let pool = new Uint8Array(0)

/** Fetched in stock: every call needs some, and asking the generator takes as long as all the rest of its headers. */
const randomBytes = (length: number): Uint8Array => {
  if (pool.length < length) pool = crypto.getRandomValues(new Uint8Array(length + 4096))
  const bytes = pool.subarray(0, length)
  pool = pool.subarray(length)
  return bytes
}
