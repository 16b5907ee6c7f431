/** Limits the concurrency of CPU-bound work and the length of its queue. */
import { Data, Effect, Semaphore } from "effect"

/** The queue is full. The response is 503 with `Retry-After`. */
export class PasswordHasherBusy extends Data.TaggedError("PasswordHasherBusy")<{}> {
  override get message(): string {
    return "Too many passwords are being checked at the moment. Please try again."
  }
}

export interface WorkQueueOptions {
  readonly concurrency: number
  /** The maximum number of queued jobs. Further ones fail with `PasswordHasherBusy`. */
  readonly maxWaiting: number
}

/** Runs effects in the order of their arrival. An interrupted effect leaves the queue. */
export const makeWorkQueue = Effect.fnUntraced(function* ({ concurrency, maxWaiting }: WorkQueueOptions) {
  const semaphore = yield* Semaphore.make(concurrency)
  let admitted = 0
  return <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | PasswordHasherBusy, R> =>
    Effect.suspend((): Effect.Effect<A, E | PasswordHasherBusy, R> => {
      if (admitted >= concurrency + maxWaiting) return Effect.fail(new PasswordHasherBusy())
      admitted++
      return Effect.ensuring(
        semaphore.withPermit(work),
        Effect.sync(() => admitted--)
      )
    })
})
