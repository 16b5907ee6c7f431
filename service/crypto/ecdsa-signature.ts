/**
 * Converts ES256 signatures between the form of JWTs, the 32 bytes of `r` and then of `s` (RFC 7518, section 3.4), and
 * the DER form of OpenSSL (RFC 3279, section 2.2.3).
 *
 * Node converts them itself with `dsaEncoding: "ieee-p1363"`, but then Node 24 takes twice as long to verify a
 * signature, and three times as long to sign.
 */

/** The bytes of `r` and of `s`. */
const SIZE = 32

const SEQUENCE = 0x30
const INTEGER = 0x02

/** Returns the DER form of a signature of a JWT, or `null` if it has another length. */
export const toDer = (signature: Buffer): Buffer | null => {
  if (signature.length !== 2 * SIZE) return null
  const content = [...integer(signature.subarray(0, SIZE)), ...integer(signature.subarray(SIZE))]
  return Buffer.from([SEQUENCE, content.length, ...content])
}

/** Encodes a positive integer in as few bytes as possible. The first bit is the sign. */
const integer = (bytes: Buffer): ReadonlyArray<number> => {
  const first = bytes.findIndex((byte) => byte !== 0)
  const digits = first < 0 ? bytes.subarray(-1) : bytes.subarray(first)
  const isNegative = (digits[0] ?? 0) >= 0x80
  return [INTEGER, digits.length + Number(isNegative), ...(isNegative ? [0] : []), ...digits]
}

/** Returns the form of a JWT for a signature that OpenSSL made. */
export const fromDer = (der: Buffer): Buffer => {
  const signature = Buffer.alloc(2 * SIZE)
  // The two bytes before each integer are its tag and its length, and so are those before the sequence.
  const lengthOfR = der.readUInt8(3)
  copyInteger(der.subarray(4, 4 + lengthOfR), signature.subarray(0, SIZE))
  copyInteger(der.subarray(4 + lengthOfR + 2), signature.subarray(SIZE))
  return signature
}

/** Copies an integer to the end of the target. A 33rd byte is the zero of the sign. */
const copyInteger = (integer: Buffer, target: Buffer) => {
  const digits = integer.subarray(-SIZE)
  digits.copy(target, SIZE - digits.length)
}
