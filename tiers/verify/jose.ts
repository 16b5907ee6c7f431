/** The functions of `jose` that are used, loaded with the first token. */
import * as Effect from "effect/Effect"
import { loadableModule } from "../../core/loading/loadable-module.ts"

const load = async () => {
  const [{ compactVerify }, { importJWK }, { decodeProtectedHeader }] = await Promise.all([
    import("jose/jws/compact/verify"),
    import("jose/key/import"),
    import("jose/decode/protected_header")
  ])
  return { compactVerify, importJWK, decodeProtectedHeader }
}

export type Jose = Awaited<ReturnType<typeof load>>

const library = loadableModule("jose", load)

/** The functions, loaded once. A verification dies if they cannot be loaded; the next one loads them again. */
export const jose: Effect.Effect<Jose> = Effect.promise(library.load)
