/** Limits the concurrency of CPU-bound work and the length of its queue. */
import { Context, Data, Effect, Semaphore } from "effect"
import { Gauges } from "../process/gauges.ts"

/** The queue is full. The response is 503 with `Retry-After`. */
export class PasswordHasherBusy extends Data.TaggedError("PasswordHasherBusy")<{}> {
  override get message(): string {
    return "Too many passwords are being checked at the moment. Please try again."
  }
}

/**
 * The caller whose share of a queue the jobs of a request take: the network of a client (see `networkOf`), or the
 * project of an application's server, which sends the requests of all its visitors. `null` outside of requests.
 */
export const QueueCaller = Context.Reference<string | null>("keystile/service/QueueCaller", {
  defaultValue: () => null
})

interface WorkQueueOptions {
  /** The label of its gauge. */
  readonly name: string
  readonly concurrency: number
  /** Limits the concurrency of several queues together. Default: a semaphore of its own. */
  readonly semaphore?: Semaphore.Semaphore
  /** The maximum number of queued jobs. Further ones fail with `PasswordHasherBusy`. */
  readonly maxWaiting: number
  /** The maximum number of jobs of one caller, queued and running, so that none can fill the queue. */
  readonly maxOfCaller: number
}

/** Runs effects in the order of their arrival. An interrupted effect leaves the queue. */
export const makeWorkQueue = Effect.fnUntraced(function* ({
  concurrency,
  maxOfCaller,
  maxWaiting,
  name,
  semaphore
}: WorkQueueOptions) {
  const permits = semaphore ?? (yield* Semaphore.make(concurrency))
  const admittedOf = new Map<string, number>()
  let admitted = 0

  const { publish } = yield* Gauges
  publish({
    name: "keystile_password_jobs",
    description: "Passwords that are being hashed or wait for it, by algorithm.",
    labels: { algorithm: name },
    read: () => admitted
  })

  const count = (caller: string | null, change: 1 | -1) => {
    admitted += change
    if (caller === null) return
    const own = (admittedOf.get(caller) ?? 0) + change
    if (own === 0) admittedOf.delete(caller)
    else admittedOf.set(caller, own)
  }

  return <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | PasswordHasherBusy, R> =>
    Effect.flatMap(QueueCaller, (caller): Effect.Effect<A, E | PasswordHasherBusy, R> => {
      const own = caller === null ? 0 : (admittedOf.get(caller) ?? 0)
      if (admitted >= concurrency + maxWaiting || own >= maxOfCaller) return Effect.fail(new PasswordHasherBusy())
      count(caller, 1)
      return Effect.ensuring(
        permits.withPermit(work),
        Effect.sync(() => count(caller, -1))
      )
    })
})
