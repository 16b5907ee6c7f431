/** The password hasher of tests. In a file of its own, so that the command does not contain it. */
import { compareSync } from "bcryptjs"
import { Effect, Layer } from "effect"
import { scryptSync } from "node:crypto"
import { KEY_BYTES, makePasswordHasher, PasswordHasher, scryptOptions } from "./password-hasher.ts"

/** Hashes at the lowest cost and synchronously, so that it works with a virtual clock. */
export const layerTest: Layer.Layer<PasswordHasher> = Layer.sync(PasswordHasher, () =>
  makePasswordHasher(1, {
    scrypt: (password, salt, log2Cost) =>
      Effect.sync(() => scryptSync(password, salt, KEY_BYTES, scryptOptions(log2Cost))),
    bcrypt: (password, hash) => Effect.sync(() => compareSync(password, hash))
  })
)
