/**
 * Hashes and verifies passwords.
 *
 * New hashes use scrypt (RFC 7914). Imported bcrypt hashes are verified too, and replaced by scrypt hashes when their
 * user signs in. A hash contains its algorithm and parameters: `$scrypt$ln=15,r=8,p=1$<salt>$<key>`, or `$2b$…` for
 * bcrypt.
 */
import { Context, Effect, Layer, Redacted } from "effect"
import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from "node:crypto"
import { availableParallelism } from "node:os"
import { makeBcryptPool } from "./bcrypt-pool.ts"
import { makeWorkQueue, type PasswordHasherBusy } from "./work-queue.ts"

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
    ) => Effect.Effect<boolean, PasswordHasherBusy>
  }
>()("keystile/service/PasswordHasher") {}

const SALT_BYTES = 16
export const KEY_BYTES = 32
const BLOCK_SIZE = 8
const PARALLELIZATION = 1

/** 2^15, as recommended by OWASP's Password Storage Cheat Sheet: 32 MB and about 0.1 s. */
const LOG2_COST = 15

interface ScryptHash {
  readonly log2Cost: number
  readonly salt: Buffer
  readonly key: Buffer
}

const SCRYPT = /^\$scrypt\$ln=(\d{1,2}),r=8,p=1\$([\w-]{22})\$([\w-]{43})$/

const read = (hash: string): ScryptHash | null => {
  const [, ln, salt, key] = SCRYPT.exec(hash) ?? []
  if (ln === undefined || salt === undefined || key === undefined) return null
  return { log2Cost: Number(ln), salt: Buffer.from(salt, "base64url"), key: Buffer.from(key, "base64url") }
}

const write = ({ key, log2Cost, salt }: ScryptHash): string => {
  const parameters = `ln=${log2Cost},r=${BLOCK_SIZE},p=${PARALLELIZATION}`
  return `$scrypt$${parameters}$${salt.toString("base64url")}$${key.toString("base64url")}`
}

export const scryptOptions = (log2Cost: number): ScryptOptions => {
  const cost = 2 ** log2Cost
  // scrypt needs slightly more than 128 * cost * BLOCK_SIZE bytes.
  return { cost, blockSize: BLOCK_SIZE, parallelization: PARALLELIZATION, maxmem: 128 * cost * BLOCK_SIZE + 2 ** 20 }
}

/** Runs the two algorithms. */
export interface HashEngine {
  readonly scrypt: (password: string, salt: Buffer, log2Cost: number) => Effect.Effect<Buffer, PasswordHasherBusy>
  readonly bcrypt: (password: string, hash: string) => Effect.Effect<boolean, PasswordHasherBusy>
}

/** Creates a password hasher. New hashes have the given cost. */
export const makePasswordHasher = (log2Cost: number, engine: HashEngine): PasswordHasher["Service"] => {
  // No password has a key of zeros.
  const dummy: ScryptHash = { log2Cost, salt: randomBytes(SALT_BYTES), key: Buffer.alloc(KEY_BYTES) }
  return {
    hash: Effect.fnUntraced(function* (password) {
      const salt = randomBytes(SALT_BYTES)
      return write({ log2Cost, salt, key: yield* engine.scrypt(Redacted.value(password), salt, log2Cost) })
    }),
    verify: Effect.fnUntraced(function* (password, hash) {
      const text = Redacted.value(password)
      if (hash !== null && isMovedHash(hash)) return yield* engine.bcrypt(text, hash)
      const { key, log2Cost, salt } = (hash === null ? null : read(hash)) ?? dummy
      return timingSafeEqual(yield* engine.scrypt(text, salt, log2Cost), key)
    })
  }
}

/** The number of bcrypt hashes that are compared in parallel. One processor is reserved for the event loop. */
const BCRYPT_CONCURRENCY = Math.max(1, Math.min(3, availableParallelism() - 1))

/** The number of parallel scrypt computations. One of libuv's four threads is reserved for files and DNS. */
const SCRYPT_CONCURRENCY = Math.min(3, availableParallelism())

/** The maximum length of the queue. With bcrypt at cost 12 and two processors, the last job starts after 25 s. */
const MAX_WAITING = 100

/** The maximum number of jobs of one client network: about half of the queue. */
const MAX_OF_NETWORK = 50

/** Hashes off the event loop: scrypt in libuv's threads, bcrypt in worker threads. */
export const layer: Layer.Layer<PasswordHasher> = Layer.effect(
  PasswordHasher,
  Effect.gen(function* () {
    const limits = { maxWaiting: MAX_WAITING, maxOfNetwork: MAX_OF_NETWORK }
    // Separate queues, so that bcrypt at a high cost does not delay scrypt.
    const forScrypt = yield* makeWorkQueue({ ...limits, name: "scrypt", concurrency: SCRYPT_CONCURRENCY })
    const forBcrypt = yield* makeWorkQueue({ ...limits, name: "bcrypt", concurrency: BCRYPT_CONCURRENCY })
    const pool = yield* makeBcryptPool
    return makePasswordHasher(LOG2_COST, {
      scrypt: (password, salt, log2Cost) =>
        forScrypt(
          Effect.uninterruptible(
            Effect.callback((resume) => {
              // Without an error, Node passes null and Bun undefined.
              scrypt(password, salt, KEY_BYTES, scryptOptions(log2Cost), (error, key) =>
                resume(error ? Effect.die(error) : Effect.succeed(key))
              )
            })
          )
        ),
      bcrypt: (password, hash) => forBcrypt(pool.compare({ password, hash }))
    })
  })
)

/** Returns whether a hash has another algorithm than new ones, so that it is replaced at the next sign-in. */
export const isMovedHash = (hash: string): boolean => hash.startsWith("$2")

const BCRYPT = /^\$2[aby]\$(\d{2})\$[./A-Za-z\d]{53}$/

/** The maximum cost of bcrypt. With a higher one, a sign-in would take minutes. */
const MAX_BCRYPT_ROUNDS = 16

/** Returns whether this is a bcrypt hash that the service accepts. */
export const isBcryptHash = (hash: string): boolean => {
  const rounds = Number(BCRYPT.exec(hash)?.[1] ?? Number.NaN)
  return rounds >= 4 && rounds <= MAX_BCRYPT_ROUNDS
}
