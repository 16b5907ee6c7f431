/** Argon2 of the runtime: `crypto.argon2`, which Node has from version 24.7. */
import crypto from "node:crypto"
import { ARGON2_COST, type Argon2Hash } from "./argon2-hash.ts"

const parametersOf = (password: string, { key, memory, parallelism, passes, salt }: Argon2Hash) => ({
  message: password,
  nonce: salt,
  parallelism,
  tagLength: key.length,
  memory,
  passes
})

/** Computes the key for a password, with the cost, the salt and the length of the key of a hash. */
const argon2idSync = (password: string, hash: Argon2Hash): Buffer =>
  crypto.argon2Sync("argon2id", parametersOf(password, hash))

const argon2id = (password: string, hash: Argon2Hash, done: (error: Error | null, key: Buffer) => void): void =>
  crypto.argon2("argon2id", parametersOf(password, hash), done)

/** A runtime may lack the functions, or have them and throw. */
const isAvailable = (() => {
  try {
    const least = { ...ARGON2_COST, memory: 8, passes: 1, salt: Buffer.alloc(16), key: Buffer.alloc(32) }
    return typeof crypto.argon2 === "function" && argon2idSync("", least).length === least.key.length
  } catch {
    return false
  }
})()

interface NativeArgon2 {
  readonly argon2id: typeof argon2id
  readonly argon2idSync: typeof argon2idSync
}

/** `null` in a runtime without Argon2. */
export const nativeArgon2: NativeArgon2 | null = isAvailable ? { argon2id, argon2idSync } : null
