/** Reads and writes scrypt hashes (RFC 7914): `$scrypt$ln=15,r=8,p=3$<salt>$<key>`, in base64url. */
import type { ScryptOptions } from "node:crypto"

export interface ScryptCost {
  readonly log2Cost: number
  readonly parallelization: number
}

export interface ScryptHash extends ScryptCost {
  readonly salt: Buffer
  readonly key: Buffer
}

const BLOCK_SIZE = 8

/** One of the equivalent settings in OWASP's Password Storage Cheat Sheet: 32 MB. */
export const SCRYPT_COST: ScryptCost = { log2Cost: 15, parallelization: 3 }

/** No hash of the service costs more. */
const MAX_LOG2_COST = 15

const PATTERN = /^\$scrypt\$ln=(\d{1,2}),r=8,p=([1-3])\$([\w-]{22})\$([\w-]{43})$/

/** Returns the parts of a hash; `null` for any other text. */
export const readScryptHash = (text: string): ScryptHash | null => {
  const [, ln, p, salt, key] = PATTERN.exec(text) ?? []
  const log2Cost = Number(ln)
  if (salt === undefined || key === undefined || !(log2Cost >= 1 && log2Cost <= MAX_LOG2_COST)) return null
  return {
    log2Cost,
    parallelization: Number(p),
    salt: Buffer.from(salt, "base64url"),
    key: Buffer.from(key, "base64url")
  }
}

export const writeScryptHash = ({ key, log2Cost, parallelization, salt }: ScryptHash): string => {
  const parameters = `ln=${log2Cost},r=${BLOCK_SIZE},p=${parallelization}`
  return `$scrypt$${parameters}$${salt.toString("base64url")}$${key.toString("base64url")}`
}

/** Returns whether a guess costs less than with `cost`. */
export const isCheaperScrypt = (hash: ScryptCost, cost: ScryptCost): boolean =>
  hash.log2Cost < cost.log2Cost || workOf(hash) < workOf(cost)

const workOf = ({ log2Cost, parallelization }: ScryptCost) => 2 ** log2Cost * parallelization

/** Returns the options of Node's scrypt. */
export const scryptOptions = ({ log2Cost, parallelization }: ScryptCost): ScryptOptions => {
  const cost = 2 ** log2Cost
  // scrypt needs slightly more than 128 * cost * BLOCK_SIZE bytes.
  return { cost, blockSize: BLOCK_SIZE, parallelization, maxmem: 128 * cost * BLOCK_SIZE + 2 ** 20 }
}
