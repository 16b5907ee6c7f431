/** Provides the password hasher of tests. A separate file, so that the bundle of the command does not contain it. */
import { compareSync } from "bcryptjs"
import { Effect, Layer } from "effect"
import { pbkdf2Sync, scryptSync } from "node:crypto"
import { nativeArgon2 } from "../crypto/native-argon2.ts"
import { makePasswordHasher, PasswordHasher } from "../crypto/password-hasher.ts"
import { scryptOptions } from "../crypto/scrypt-hash.ts"

const LOWEST_COST = {
  argon2id: { memory: 8, passes: 1, parallelism: 1 },
  scrypt: { log2Cost: 1, blockSize: 8, parallelization: 1 }
}

/** Hashes synchronously and at the lowest cost, so that it works with a virtual clock. */
export const layerTest: Layer.Layer<PasswordHasher> = Layer.sync(PasswordHasher, () => {
  const native = nativeArgon2
  return makePasswordHasher(LOWEST_COST, {
    argon2id: native === null ? null : (password, hash) => Effect.sync(() => native.argon2idSync(password, hash)),
    scrypt: (password, hash) =>
      Effect.sync(() => scryptSync(password, hash.salt, hash.key.length, scryptOptions(hash))),
    pbkdf2: (password, { digest, iterations, key, salt }) =>
      Effect.sync(() => pbkdf2Sync(password, salt, iterations, key.length, digest)),
    bcrypt: (password, hash) => Effect.sync(() => compareSync(password, hash))
  })
})
