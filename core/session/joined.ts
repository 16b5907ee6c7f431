/** A run that several wait for. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

export interface Run<A, E> {
  readonly fiber: Fiber.Fiber<A, E>
  /** Who waits for it. When the last one is interrupted, so is the run. */
  waiting: number
}

/** Waits for a run. `giveUp` is called before it is interrupted, so that nobody else joins it. To be run at once. */
export const joined = <A, E>(run: Run<A, E>, giveUp: () => void): Effect.Effect<A, E> => {
  run.waiting++
  return Effect.callback((resume) => {
    run.fiber.addObserver(resume)
    return Effect.suspend(() => {
      if (--run.waiting > 0 || run.fiber.pollUnsafe() !== undefined) return Effect.void
      giveUp()
      return Fiber.interrupt(run.fiber)
    })
  })
}
