/** Ignores the failure of an effect. */
import * as Effect from "effect/Effect"

/** Runs an effect and ignores its failure. `Effect.ignore` can log it, and loads Effect's loggers for that. */
export const ignoreFailure = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
  effect.pipe(
    Effect.asVoid,
    Effect.catch(() => Effect.void)
  )
