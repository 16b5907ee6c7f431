/** The functions of `jose` that are used, loaded with the first token. */
import * as Effect from "effect/Effect"

const load = async () => {
  const [{ compactVerify }, { importJWK }, { decodeProtectedHeader }] = await Promise.all([
    import("jose/jws/compact/verify"),
    import("jose/key/import"),
    import("jose/decode/protected_header")
  ])
  return { compactVerify, importJWK, decodeProtectedHeader }
}

export type Jose = Awaited<ReturnType<typeof load>>

let loaded: Promise<Jose> | undefined

export const jose: Effect.Effect<Jose> = Effect.promise(() => (loaded ??= load()))
