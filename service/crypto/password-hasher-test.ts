/** Provides the password hasher of tests. A separate file, so that the bundle of the command does not contain it. */
import { compareSync } from "bcryptjs"
import { Effect, Layer } from "effect"
import { scryptSync } from "node:crypto"
import { KEY_BYTES, makePasswordHasher, PasswordHasher, scryptOptions } from "./password-hasher.ts"

/** Hashes synchronously and at the lowest cost, so that it works with a virtual clock. */
export const layerTest: Layer.Layer<PasswordHasher> = Layer.sync(PasswordHasher, () =>
  makePasswordHasher(1, {
    scrypt: (password, salt, log2Cost) =>
      Effect.sync(() => scryptSync(password, salt, KEY_BYTES, scryptOptions(log2Cost))),
    bcrypt: (password, hash) => Effect.sync(() => compareSync(password, hash))
  })
)
