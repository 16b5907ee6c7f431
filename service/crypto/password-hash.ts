/** The formats of password hashes. */
import { type Argon2Hash, readArgon2Hash } from "./argon2-hash.ts"
import { isBcryptHash } from "./bcrypt-hash.ts"
import { readBetterAuthHash } from "./better-auth-hash.ts"
import { type FirebaseScryptHash, readFirebaseScryptHash } from "./firebase-scrypt-hash.ts"
import { nativeArgon2 } from "./native-argon2.ts"
import { type Pbkdf2Hash, readPbkdf2Hash } from "./pbkdf2-hash.ts"
import { readScryptHash, type ScryptHash } from "./scrypt-hash.ts"

type PasswordHash =
  | ({ readonly algorithm: "argon2id" } & Argon2Hash)
  | ({ readonly algorithm: "scrypt" } & ScryptHash)
  | ({ readonly algorithm: "better-auth" } & ScryptHash)
  | ({ readonly algorithm: "firebase-scrypt" } & FirebaseScryptHash)
  | ({ readonly algorithm: "pbkdf2" } & Pbkdf2Hash)
  | { readonly algorithm: "bcrypt"; readonly hash: string }

/** Returns the algorithm of a stored hash and its parts; `null` for an unknown format. */
export const readPasswordHash = (text: string): PasswordHash | null => {
  const argon2 = readArgon2Hash(text)
  if (argon2 !== null) return { algorithm: "argon2id", ...argon2 }
  const scrypt = readScryptHash(text)
  if (scrypt !== null) return { algorithm: "scrypt", ...scrypt }
  if (isBcryptHash(text)) return { algorithm: "bcrypt", hash: text }
  const betterAuth = readBetterAuthHash(text)
  if (betterAuth !== null) return { algorithm: "better-auth", ...betterAuth }
  const firebase = readFirebaseScryptHash(text)
  if (firebase !== null) return { algorithm: "firebase-scrypt", ...firebase }
  const pbkdf2 = readPbkdf2Hash(text)
  return pbkdf2 === null ? null : { algorithm: "pbkdf2", ...pbkdf2 }
}

/** Returns whether a hash of another system can be imported. Argon2id requires a runtime that has it. */
export const isImportableHash = (text: string): boolean => {
  const hash = readPasswordHash(text)
  return hash !== null && (hash.algorithm !== "argon2id" || nativeArgon2 !== null)
}

/** Describes importable hashes for error messages. */
export const IMPORTABLE_HASH =
  "a hash of bcrypt (at most 16 rounds), scrypt (at most 128 MiB), Firebase or better-auth, of PBKDF2 (at most " +
  (nativeArgon2 === null ? "2,000,000 iterations)" : "2,000,000 iterations) or of Argon2id (at most 64 MiB)")
