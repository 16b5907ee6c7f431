/** A log of requests and responses without secrets, for tests and for the console. */
import { Context, Effect, Layer } from "effect"
import type { Tier } from "../../core/schema/tier.ts"

export interface LogEntry {
  readonly at: Date
  readonly method: string
  /** The declared path, e.g. `/api/v1/users/:user_id`; the requested path if no route matches. */
  readonly route: string
  /** The tier that the request claims. */
  readonly tier: Tier | null
  /** The actual status, even if the response has it in a header only; 0 without a response. */
  readonly status: number
  /** The code of the known error. */
  readonly code: string | null
  /** The kind of the injected fault. */
  readonly fault: string | null
  readonly durationMillis: number
}

export class RequestLog extends Context.Service<
  RequestLog,
  {
    /** The last 1,000 entries, the oldest first. */
    readonly entries: Effect.Effect<ReadonlyArray<LogEntry>>
    /** Counts the kept entries of a route, e.g. `POST /api/v1/auth/oauth/token`. */
    readonly count: (route: string) => Effect.Effect<number>
    readonly clear: Effect.Effect<void>
    /** Calls the listener for each new entry. Returns a function that unsubscribes it. */
    readonly subscribe: (listener: (entry: LogEntry) => void) => () => void
    readonly add: (entry: LogEntry) => Effect.Effect<void>
  }
>()("keystile/service/RequestLog") {}

const CAPACITY = 1000

/** Entries above the capacity before old ones are dropped, so that not each request copies the array. */
const SLACK = 1000

export const layer: Layer.Layer<RequestLog> = Layer.sync(RequestLog, () => {
  let kept: Array<LogEntry> = []
  const newest = () => kept.slice(-CAPACITY)
  const listeners = new Set<(entry: LogEntry) => void>()
  return {
    entries: Effect.sync(newest),
    count: (route) => Effect.sync(() => newest().filter((entry) => `${entry.method} ${entry.route}` === route).length),
    clear: Effect.sync(() => {
      kept = []
    }),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add: (entry) =>
      Effect.sync(() => {
        if (kept.length >= CAPACITY + SLACK) kept = newest()
        kept.push(entry)
        for (const listener of listeners) listener(entry)
      })
  }
})
