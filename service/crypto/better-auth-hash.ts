/**
 * Reads the hashes that better-auth writes by default: `<salt>:<key>`, both in hexadecimal
 * (https://www.better-auth.com/docs/reference/security#password-hashing).
 *
 * It is scrypt with N=2^14, r=16 and p=1. Its salt is the hexadecimal text itself, and the password is normalized
 * (Unicode form NFKC).
 */
import type { ScryptHash } from "./scrypt-hash.ts"

const PATTERN = /^([\da-f]{32}):([\da-f]{128})$/

/** Returns the parts of a hash; `null` for any other text. */
export const readBetterAuthHash = (text: string): ScryptHash | null => {
  const [, salt, key] = PATTERN.exec(text) ?? []
  if (salt === undefined || key === undefined) return null
  return { log2Cost: 14, blockSize: 16, parallelization: 1, salt: Buffer.from(salt), key: Buffer.from(key, "hex") }
}

/** Returns a password as better-auth hashes it. */
export const normalizeForBetterAuth = (password: string): string => password.normalize("NFKC")
