/**
 * Reads PBKDF2 hashes (RFC 8018, section 5.2) in the PHC string format:
 * `$pbkdf2-sha256$i=600000$<salt>$<key>`.
 */
import { BASE64, fromBase64, isBetween, NUMBER } from "./phc-base64.ts"

const pbkdf2Digests = ["sha1", "sha256", "sha512"] as const

export type Pbkdf2Digest = (typeof pbkdf2Digests)[number]

export interface Pbkdf2Hash {
  readonly digest: Pbkdf2Digest
  readonly iterations: number
  readonly salt: Buffer
  readonly key: Buffer
}

/**
 * The limits of a hash, which may be imported. OWASP's Password Storage Cheat Sheet has at most 1,400,000 iterations
 * (SHA-1). 2,000,000 take 0.4 to 1.2 s of a processor for a key that is not longer than the digest. Each further
 * block of a longer key takes the same again, so a key is at most as long as the digest.
 */
const MAX_ITERATIONS = 2_000_000
const MIN_SALT_BYTES = 4
const MAX_SALT_BYTES = 64
const MIN_KEY_BYTES = 16
const digestBytes: Readonly<Record<Pbkdf2Digest, number>> = { sha1: 20, sha256: 32, sha512: 64 }

const PATTERN = new RegExp(String.raw`^\$pbkdf2-(${pbkdf2Digests.join("|")})\$i=${NUMBER}\$(${BASE64})\$(${BASE64})$`)

const isDigest = (text: string | undefined): text is Pbkdf2Digest => pbkdf2Digests.some((digest) => digest === text)

/** Returns the parts of a hash; `null` for any other text, and for a hash beyond the limits. */
export const readPbkdf2Hash = (text: string): Pbkdf2Hash | null => {
  const [, digest, i, encodedSalt, encodedKey] = PATTERN.exec(text) ?? []
  const [salt, key] = [fromBase64(encodedSalt), fromBase64(encodedKey)]
  if (!isDigest(digest) || salt === null || key === null) return null
  const iterations = Number(i)
  const isWithinLimits =
    isBetween(iterations, 1, MAX_ITERATIONS) &&
    isBetween(salt.length, MIN_SALT_BYTES, MAX_SALT_BYTES) &&
    isBetween(key.length, MIN_KEY_BYTES, digestBytes[digest])
  return isWithinLimits ? { digest, iterations, salt, key } : null
}
