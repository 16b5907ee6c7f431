/** A log of requests and responses without secrets, for tests and for the console. */
import { Context, Effect, Layer } from "effect"
import type { LogEntry } from "./log-entry.ts"

/** The log of the last requests. */
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
