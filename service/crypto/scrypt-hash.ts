/**
 * Reads and writes scrypt hashes (RFC 7914) in the PHC string format: `$scrypt$ln=15,r=8,p=3$<salt>$<key>`. The service
 * writes base64url, and also reads the base64 of other systems.
 */
import type { ScryptOptions } from "node:crypto"
import { isBetween } from "./phc-base64.ts"

export interface ScryptCost {
  readonly log2Cost: number
  readonly blockSize: number
  readonly parallelization: number
}

export interface ScryptHash extends ScryptCost {
  readonly salt: Buffer
  readonly key: Buffer
}

/** One of the equivalent settings in OWASP's Password Storage Cheat Sheet: 32 MB. */
export const SCRYPT_COST: ScryptCost = { log2Cost: 15, blockSize: 8, parallelization: 3 }

/**
 * The limits of a hash, which may be imported: 128 MiB, as the setting of OWASP's Password Storage Cheat Sheet with the
 * most memory (N=2^17, r=8, p=1), and twice that over all lanes, about 1 s of a processor.
 */
const MAX_MEMORY = 128 * 2 ** 20
const MAX_MEMORY_OF_ALL_LANES = 2 * MAX_MEMORY
const MIN_SALT_BYTES = 4
const MIN_KEY_BYTES = 16
const MAX_BYTES = 64

/** scrypt needs slightly more. */
const memoryOf = ({ blockSize, log2Cost }: ScryptCost) => 128 * blockSize * 2 ** log2Cost

const workOf = (cost: ScryptCost) => memoryOf(cost) * cost.parallelization

export const isWithinScryptLimits = ({ key, salt, ...cost }: ScryptHash): boolean =>
  isBetween(cost.log2Cost, 1, 30) &&
  isBetween(cost.blockSize, 1, 64) &&
  isBetween(cost.parallelization, 1, 64) &&
  memoryOf(cost) <= MAX_MEMORY &&
  workOf(cost) <= MAX_MEMORY_OF_ALL_LANES &&
  isBetween(salt.length, MIN_SALT_BYTES, MAX_BYTES) &&
  isBetween(key.length, MIN_KEY_BYTES, MAX_BYTES)

const PATTERN = /^\$scrypt\$ln=([1-9]\d?),r=([1-9]\d?),p=([1-9]\d?)\$([\w+/-]{1,128})\$([\w+/-]{1,128})$/

/** Returns the bytes; `null` for a text that is not the encoding of whole bytes. */
const decode = (text: string | undefined): Buffer | null => {
  if (text === undefined) return null
  const bytes = Buffer.from(text, "base64")
  return bytes.toString("base64url") === text.replaceAll("+", "-").replaceAll("/", "_") ? bytes : null
}

/** Returns the parts of a hash; `null` for any other text, and for a hash beyond the limits. */
export const readScryptHash = (text: string): ScryptHash | null => {
  const [, ln, r, p, encodedSalt, encodedKey] = PATTERN.exec(text) ?? []
  const [salt, key] = [decode(encodedSalt), decode(encodedKey)]
  if (salt === null || key === null) return null
  const hash = { log2Cost: Number(ln), blockSize: Number(r), parallelization: Number(p), salt, key }
  return isWithinScryptLimits(hash) ? hash : null
}

export const writeScryptHash = ({ blockSize, key, log2Cost, parallelization, salt }: ScryptHash): string => {
  const parameters = `ln=${log2Cost},r=${blockSize},p=${parallelization}`
  return `$scrypt$${parameters}$${salt.toString("base64url")}$${key.toString("base64url")}`
}

/** Returns whether a guess costs less than with `cost`: less memory, or less memory over all lanes. */
export const isCheaperScrypt = (hash: ScryptCost, cost: ScryptCost): boolean =>
  memoryOf(hash) < memoryOf(cost) || workOf(hash) < workOf(cost)

/** Returns the options of Node's scrypt. */
export const scryptOptions = (cost: ScryptCost): ScryptOptions => ({
  cost: 2 ** cost.log2Cost,
  blockSize: cost.blockSize,
  parallelization: cost.parallelization,
  maxmem: memoryOf(cost) + 128 * cost.blockSize * (cost.parallelization + 2) + 2 ** 20
})
