/** The formats of password hashes. */
import { type Argon2Hash, readArgon2Hash } from "./argon2-hash.ts"
import { isBcryptHash } from "./bcrypt-hash.ts"
import { nativeArgon2 } from "./native-argon2.ts"
import { readScryptHash, type ScryptHash } from "./scrypt-hash.ts"

export type PasswordHash =
  | ({ readonly algorithm: "argon2id" } & Argon2Hash)
  | ({ readonly algorithm: "scrypt" } & ScryptHash)
  | { readonly algorithm: "bcrypt"; readonly hash: string }

/** Returns the algorithm of a stored hash and its parts; `null` for an unknown format. */
export const readPasswordHash = (text: string): PasswordHash | null => {
  const argon2 = readArgon2Hash(text)
  if (argon2 !== null) return { algorithm: "argon2id", ...argon2 }
  const scrypt = readScryptHash(text)
  if (scrypt !== null) return { algorithm: "scrypt", ...scrypt }
  return isBcryptHash(text) ? { algorithm: "bcrypt", hash: text } : null
}

/** Returns whether a hash of another system can be imported: bcrypt, and Argon2id where the runtime has it. */
export const isImportableHash = (text: string): boolean =>
  isBcryptHash(text) || (nativeArgon2 !== null && readArgon2Hash(text) !== null)

/** Describes importable hashes for error messages. */
export const IMPORTABLE_HASH =
  nativeArgon2 === null
    ? "a bcrypt hash of at most 16 rounds"
    : "a bcrypt hash of at most 16 rounds, or an Argon2id hash of at most 64 MiB"
