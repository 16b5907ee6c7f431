/**
 * Hashes and verifies passwords.
 *
 * New hashes use Argon2id, or scrypt in a runtime without it. Imported hashes of other algorithms are verified, and
 * replaced at the next sign-in if they are weaker than new ones. A hash contains its algorithm and parameters.
 */
import { Context, Data, Effect, Layer, Redacted, Semaphore } from "effect"
import { pbkdf2, randomBytes, scrypt, timingSafeEqual } from "node:crypto"
import { availableParallelism } from "node:os"
import { ARGON2_COST, type Argon2Cost, type Argon2Hash, isCheaperArgon2, writeArgon2Hash } from "./argon2-hash.ts"
import { makeBcryptPool } from "./bcrypt-pool.ts"
import { normalizeForBetterAuth } from "./better-auth-hash.ts"
import { encryptSignerKey, innerScrypt } from "./firebase-scrypt-hash.ts"
import { nativeArgon2 } from "./native-argon2.ts"
import type { Pbkdf2Hash } from "./pbkdf2-hash.ts"
import { readPasswordHash } from "./password-hash.ts"
import {
  isCheaperScrypt,
  SCRYPT_COST,
  type ScryptCost,
  type ScryptHash,
  scryptOptions,
  writeScryptHash
} from "./scrypt-hash.ts"
import { makeWorkQueue, type PasswordHasherBusy } from "./work-queue.ts"

/** The stored hash has a format that this version or this runtime cannot verify. The response is 503. */
export class PasswordHashUnsupported extends Data.TaggedError("PasswordHashUnsupported")<{
  /** The algorithm that the hash names, or `unknown`. */
  readonly algorithm: string
}> {
  override get message(): string {
    return (
      `A password hash (${this.algorithm}) cannot be verified. ` +
      "Run Node 24.7 or newer, and this version or a newer one."
    )
  }
}

/** Hashes and verifies passwords. */
export class PasswordHasher extends Context.Service<
  PasswordHasher,
  {
    readonly hash: (password: Redacted.Redacted<string>) => Effect.Effect<string, PasswordHasherBusy>
    /**
     * Returns whether the password has this hash. With `null` (no user, or no password) the same work is done with a
     * hash that no password has, so that the time does not reveal which users exist.
     */
    readonly verify: (
      password: Redacted.Redacted<string>,
      hash: string | null
    ) => Effect.Effect<boolean, PasswordHasherBusy | PasswordHashUnsupported>
    /** Returns whether the hash is weaker than a new one, so that a sign-in should replace it. */
    readonly needsRehash: (hash: string) => boolean
  }
>()("keystile/service/PasswordHasher") {}

const SALT_BYTES = 16
const KEY_BYTES = 32

/**
 * Computes the keys of hashes.
 *
 * @internal
 */
interface HashEngine {
  /** `null` in a runtime without Argon2. */
  readonly argon2id: ((password: string, hash: Argon2Hash) => Effect.Effect<Buffer, PasswordHasherBusy>) | null
  readonly scrypt: (password: string, hash: ScryptHash) => Effect.Effect<Buffer, PasswordHasherBusy>
  readonly pbkdf2: (password: string, hash: Pbkdf2Hash) => Effect.Effect<Buffer, PasswordHasherBusy>
  readonly bcrypt: (password: string, hash: string) => Effect.Effect<boolean, PasswordHasherBusy>
}

/**
 * The cost of new hashes.
 *
 * @internal
 */
interface NewHashCost {
  readonly argon2id: Argon2Cost
  readonly scrypt: ScryptCost
}

/** Returns the algorithm that a text names: `$argon2id$…`. */
const namedAlgorithm = (hash: string): string => /^\$([a-z\d-]{1,32})\$/.exec(hash)?.[1] ?? "unknown"

/**
 * Creates a password hasher.
 *
 * @internal
 */
export const makePasswordHasher = (
  cost: NewHashCost,
  { argon2id, bcrypt, pbkdf2, scrypt }: HashEngine
): PasswordHasher["Service"] => {
  const newSalt = () => ({ salt: randomBytes(SALT_BYTES), key: Buffer.alloc(KEY_BYTES) })
  const hash = Effect.fnUntraced(function* (password: Redacted.Redacted<string>) {
    const text = Redacted.value(password)
    if (argon2id === null) {
      const blank = { ...cost.scrypt, ...newSalt() }
      return writeScryptHash({ ...blank, key: yield* scrypt(text, blank) })
    }
    const blank = { ...cost.argon2id, ...newSalt() }
    return writeArgon2Hash({ ...blank, key: yield* argon2id(text, blank) })
  })

  // No password has a key of zeros.
  const dummy =
    argon2id === null
      ? writeScryptHash({ ...cost.scrypt, ...newSalt() })
      : writeArgon2Hash({ ...cost.argon2id, ...newSalt() })

  const verify = Effect.fnUntraced(function* (password: Redacted.Redacted<string>, stored: string | null) {
    const text = Redacted.value(password)
    const hash = readPasswordHash(stored ?? dummy)
    switch (hash?.algorithm) {
      case "bcrypt":
        return yield* bcrypt(text, hash.hash)
      case "scrypt":
        return timingSafeEqual(yield* scrypt(text, hash), hash.key)
      case "better-auth":
        return timingSafeEqual(yield* scrypt(normalizeForBetterAuth(text), hash), hash.key)
      case "firebase-scrypt":
        return timingSafeEqual(encryptSignerKey(yield* scrypt(text, innerScrypt(hash)), hash.signerKey), hash.key)
      case "pbkdf2":
        return timingSafeEqual(yield* pbkdf2(text, hash), hash.key)
      default:
    }
    if (hash === null || argon2id === null) {
      const error = new PasswordHashUnsupported({ algorithm: namedAlgorithm(stored ?? "") })
      yield* Effect.logError(error.message)
      return yield* error
    }
    return timingSafeEqual(yield* argon2id(text, hash), hash.key)
  })

  return {
    hash,
    verify,
    needsRehash: (stored) => {
      const hash = readPasswordHash(stored)
      if (hash?.algorithm === "argon2id") return isCheaperArgon2(hash, cost.argon2id)
      return hash?.algorithm !== "scrypt" || argon2id !== null || isCheaperScrypt(hash, cost.scrypt)
    }
  }
}

/**
 * The number of hashes that are computed in parallel. One processor is reserved for the event loop, and one of libuv's
 * four threads for files and DNS.
 */
const CONCURRENCY = Math.max(1, Math.min(3, availableParallelism() - 1))

/** The maximum length of the queue. With bcrypt at cost 12 and two processors, the last job starts after 25 s. */
const MAX_WAITING = 100

/** The maximum number of jobs of one caller: about half of the queue. */
const MAX_OF_CALLER = 50

/** Runs a function of `node:crypto` in a thread of libuv. It cannot be interrupted. */
const inThread = (start: (done: (error: Error | null | undefined, key: Buffer) => void) => void) =>
  Effect.uninterruptible(
    Effect.callback<Buffer>((resume) => {
      // Without an error, Node passes null and Bun undefined.
      start((error, key) => resume(error ? Effect.die(error) : Effect.succeed(key)))
    })
  )

/** Hashes off the event loop: Argon2id, scrypt and PBKDF2 in libuv's threads, bcrypt in worker threads. */
export const layer: Layer.Layer<PasswordHasher> = Layer.effect(
  PasswordHasher,
  Effect.gen(function* () {
    const limits = { maxWaiting: MAX_WAITING, maxOfCaller: MAX_OF_CALLER, concurrency: CONCURRENCY }
    // Argon2id, scrypt and PBKDF2 share libuv's threads. bcrypt has its own: a high cost delays no other.
    const semaphore = yield* Semaphore.make(CONCURRENCY)
    const forArgon2 = yield* makeWorkQueue({ ...limits, name: "argon2id", semaphore })
    const forScrypt = yield* makeWorkQueue({ ...limits, name: "scrypt", semaphore })
    const forPbkdf2 = yield* makeWorkQueue({ ...limits, name: "pbkdf2", semaphore })
    const forBcrypt = yield* makeWorkQueue({ ...limits, name: "bcrypt" })
    const pool = yield* makeBcryptPool
    const native = nativeArgon2
    return makePasswordHasher(
      { argon2id: ARGON2_COST, scrypt: SCRYPT_COST },
      {
        argon2id:
          native === null
            ? null
            : (password, hash) => forArgon2(inThread((done) => native.argon2id(password, hash, done))),
        scrypt: (password, hash) =>
          forScrypt(inThread((done) => scrypt(password, hash.salt, hash.key.length, scryptOptions(hash), done))),
        pbkdf2: (password, { digest, iterations, key, salt }) =>
          forPbkdf2(inThread((done) => pbkdf2(password, salt, iterations, key.length, digest, done))),
        bcrypt: (password, hash) => forBcrypt(pool.compare({ password, hash }))
      }
    )
  })
)
