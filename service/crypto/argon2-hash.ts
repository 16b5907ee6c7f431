/** Reads and writes Argon2id hashes (RFC 9106) in the PHC string format: `$argon2id$v=19$m=…,t=…,p=…$<salt>$<key>`. */
import { BASE64, fromBase64, isBetween, NUMBER, toBase64 } from "./phc-base64.ts"

export interface Argon2Cost {
  /** In KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

export interface Argon2Hash extends Argon2Cost {
  readonly salt: Buffer
  readonly key: Buffer
}

/** The first of the equivalent settings in OWASP's Password Storage Cheat Sheet: 19 MiB, two passes. */
export const ARGON2_COST: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 }

/** The limits of a hash, which may be imported: 64 MiB, and 0.5 s of a processor. */
const MAX_MEMORY = 65_536
const MAX_MEMORY_OF_ALL_PASSES = 4 * MAX_MEMORY
const MAX_PARALLELISM = 16
const MIN_SALT_BYTES = 8
const MIN_KEY_BYTES = 16
const MAX_BYTES = 64

/** RFC 9106, section 3.1. */
const MIN_MEMORY_OF_A_LANE = 8

const PATTERN = new RegExp(
  String.raw`^\$argon2id\$v=19\$m=${NUMBER},t=${NUMBER},p=${NUMBER}\$(${BASE64})\$(${BASE64})$`
)

/** Returns the parts of a hash; `null` for any other text, and for a hash beyond the limits. */
export const readArgon2Hash = (text: string): Argon2Hash | null => {
  const [, m, t, p, encodedSalt, encodedKey] = PATTERN.exec(text) ?? []
  const [salt, key] = [fromBase64(encodedSalt), fromBase64(encodedKey)]
  if (salt === null || key === null) return null
  const [memory, passes, parallelism] = [Number(m), Number(t), Number(p)]
  const isWithinLimits =
    isBetween(parallelism, 1, MAX_PARALLELISM) &&
    isBetween(memory, parallelism * MIN_MEMORY_OF_A_LANE, MAX_MEMORY) &&
    isBetween(passes, 1, MAX_MEMORY_OF_ALL_PASSES / memory) &&
    isBetween(salt.length, MIN_SALT_BYTES, MAX_BYTES) &&
    isBetween(key.length, MIN_KEY_BYTES, MAX_BYTES)
  return isWithinLimits ? { memory, passes, parallelism, salt, key } : null
}

export const writeArgon2Hash = ({ key, memory, parallelism, passes, salt }: Argon2Hash): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(key)}`

/** Returns whether a guess costs less than with `cost`: less memory, or less memory over all passes. */
export const isCheaperArgon2 = (hash: Argon2Cost, cost: Argon2Cost): boolean =>
  hash.memory < cost.memory || hash.memory * hash.passes < cost.memory * cost.passes
