import * as Effect from "effect/Effect"

/** Interrupts an effect when a signal is aborted. The promise of the effect then rejects with the signal's reason. */
export const untilAborted = <A, E>(
  effect: Effect.Effect<A, E>,
  signal: AbortSignal | undefined
): Effect.Effect<A, E> => (signal === undefined ? effect : Effect.raceFirst(effect, failWhenAborted(signal)))

const failWhenAborted = (signal: AbortSignal): Effect.Effect<never> =>
  Effect.callback<never>((resume) => {
    const abort = () => resume(Effect.die(signal.reason))
    if (signal.aborted) return abort()
    signal.addEventListener("abort", abort, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", abort))
  })
