/**
 * Hashing passwords.
 *
 * New hashes are scrypt (RFC 7914); bcrypt hashes, which applications bring along when they move here, are checked too,
 * and give way to scrypt when their user signs in.
 * A hash tells how it was made: `$scrypt$ln=15,r=8,p=1$<salt>$<key>`, or bcrypt's own `$2b$…`.
 */
import { Context, Effect, Layer, Redacted } from "effect"
import { compare, compareSync } from "bcryptjs"
import { randomBytes, scrypt, scryptSync, type ScryptOptions, timingSafeEqual } from "node:crypto"

export class PasswordHasher extends Context.Service<PasswordHasher, {
  readonly hash: (password: Redacted.Redacted<string>) => Effect.Effect<string>
  /**
   * Whether the password is the one of the hash. With `null` (no such user, or one without a password) the same work is
   * done against a hash that no password has, and the answer is no: the time tells nothing.
   */
  readonly verify: (password: Redacted.Redacted<string>, hash: string | null) => Effect.Effect<boolean>
}>()("keystile/service/PasswordHasher") {}

const SALT_BYTES = 16
const KEY_BYTES = 32
const BLOCK_SIZE = 8
const PARALLELIZATION = 1

/** 2^15 (OWASP's table of equal settings): 32 MB and about a tenth of a second. */
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

const options = (log2Cost: number): ScryptOptions => {
  const cost = 2 ** log2Cost
  // It takes 128 * cost * BLOCK_SIZE bytes, and a little more.
  return { cost, blockSize: BLOCK_SIZE, parallelization: PARALLELIZATION, maxmem: 128 * cost * BLOCK_SIZE + 2 ** 20 }
}

/** How the two functions that do the work are run. */
interface Engine {
  readonly scrypt: (password: string, salt: Buffer, log2Cost: number) => Effect.Effect<Buffer>
  readonly bcrypt: (password: string, hash: string) => Effect.Effect<boolean>
}

const make = (log2Cost: number, engine: Engine): PasswordHasher["Service"] => {
  // Nothing hashes to zeros.
  const dummy: ScryptHash = { log2Cost, salt: randomBytes(SALT_BYTES), key: Buffer.alloc(KEY_BYTES) }
  return {
    hash: Effect.fnUntraced(function*(password) {
      const salt = randomBytes(SALT_BYTES)
      return write({ log2Cost, salt, key: yield* engine.scrypt(Redacted.value(password), salt, log2Cost) })
    }),
    verify: Effect.fnUntraced(function*(password, hash) {
      const text = Redacted.value(password)
      if (hash !== null && isMovedHash(hash)) return yield* engine.bcrypt(text, hash)
      const { key, log2Cost, salt } = (hash === null ? null : read(hash)) ?? dummy
      return timingSafeEqual(yield* engine.scrypt(text, salt, log2Cost), key)
    })
  }
}

/** Real hashing, off the event loop. */
export const layer: Layer.Layer<PasswordHasher> = Layer.sync(PasswordHasher, () =>
  make(LOG2_COST, {
    scrypt: (password, salt, log2Cost) =>
      Effect.callback((resume) => {
        scrypt(password, salt, KEY_BYTES, options(log2Cost), (error, key) =>
          // Node passes null for "no error", Bun passes undefined.
          resume(error ? Effect.die(error) : Effect.succeed(key)))
      }),
    bcrypt: (password, hash) => Effect.promise(() => compare(password, hash))
  }))

/** For tests: as cheap as can be, and synchronous, so that it fits virtual time. */
export const layerTest: Layer.Layer<PasswordHasher> = Layer.sync(PasswordHasher, () =>
  make(1, {
    scrypt: (password, salt, log2Cost) =>
      Effect.sync(() => scryptSync(password, salt, KEY_BYTES, options(log2Cost))),
    bcrypt: (password, hash) => Effect.sync(() => compareSync(password, hash))
  }))

/** Whether a hash was not made here, so that a new one should take its place as soon as the password is known. */
export const isMovedHash = (hash: string): boolean => hash.startsWith("$2")

const BCRYPT = /^\$2[aby]\$(\d{2})\$[./A-Za-z\d]{53}$/

/** More rounds would keep a sign-in busy for minutes. */
const MAX_BCRYPT_ROUNDS = 16

/** Whether this is a bcrypt hash that the service takes. */
export const isBcryptHash = (hash: string): boolean => {
  const rounds = Number(BCRYPT.exec(hash)?.[1] ?? Number.NaN)
  return rounds >= 4 && rounds <= MAX_BCRYPT_ROUNDS
}
