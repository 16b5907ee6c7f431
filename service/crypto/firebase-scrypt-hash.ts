/**
 * Reads and writes the hashes of Firebase Authentication, a variant of scrypt (https://github.com/firebase/scrypt).
 *
 * The scrypt key of a password encrypts a key of the Firebase project, the signer key, with AES-256 in counter mode.
 * The ciphertext is the hash. The text is `$firebase-scrypt$ln=14,r=8$<salt>$<separator>$<signer key>$<key>`, in base64
 * without padding. `firebase auth:export` writes the salt and the key, and the other parts are those of the project.
 */
import { createCipheriv } from "node:crypto"
import { BASE64, fromBase64, isBetween, toBase64 } from "./phc-base64.ts"
import { isWithinScryptLimits, type ScryptHash } from "./scrypt-hash.ts"

export interface FirebaseScryptHash {
  /** Firebase's `memoryCost`. */
  readonly log2Cost: number
  /** Firebase's `rounds`. */
  readonly blockSize: number
  readonly salt: Buffer
  readonly separator: Buffer
  readonly signerKey: Buffer
  readonly key: Buffer
}

/** The key of AES-256. */
const CIPHER_KEY_BYTES = 32

const PATTERN = new RegExp(
  String.raw`^\$firebase-scrypt\$ln=([1-9]\d?),r=([1-9]\d?)\$(${BASE64})\$((?:${BASE64})?)\$(${BASE64})\$(${BASE64})$`
)

/** The scrypt hash whose key encrypts the signer key. */
export const innerScrypt = ({ blockSize, log2Cost, salt, separator }: FirebaseScryptHash): ScryptHash => ({
  log2Cost,
  blockSize,
  parallelization: 1,
  salt: Buffer.concat([salt, separator]),
  key: Buffer.alloc(CIPHER_KEY_BYTES)
})

/** Returns whether the hash is within the limits of scrypt. Its key is as long as the signer key. */
const isWithinLimits = (hash: FirebaseScryptHash): boolean =>
  isWithinScryptLimits(innerScrypt(hash)) &&
  isBetween(hash.signerKey.length, CIPHER_KEY_BYTES, 96) &&
  hash.key.length === hash.signerKey.length

/** Returns the parts of a hash; `null` for any other text, and for a hash beyond the limits. */
export const readFirebaseScryptHash = (text: string): FirebaseScryptHash | null => {
  const [, ln, r, ...encoded] = PATTERN.exec(text) ?? []
  const [salt, separator, signerKey, key] = encoded.map(fromBase64)
  if (!salt || !separator || !signerKey || !key) return null
  const hash = { log2Cost: Number(ln), blockSize: Number(r), salt, separator, signerKey, key }
  return isWithinLimits(hash) ? hash : null
}

export const writeFirebaseScryptHash = (hash: FirebaseScryptHash): string => {
  const parts = [hash.salt, hash.separator, hash.signerKey, hash.key].map(toBase64)
  return `$firebase-scrypt$ln=${hash.log2Cost},r=${hash.blockSize}$${parts.join("$")}`
}

/** Encrypts the signer key with the scrypt key of a password. */
export const encryptSignerKey = (cipherKey: Buffer, signerKey: Buffer): Buffer => {
  const cipher = createCipheriv("aes-256-ctr", cipherKey, Buffer.alloc(16))
  return Buffer.concat([cipher.update(signerKey), cipher.final()])
}
