/** A log of requests and responses without secrets, for tests and for the console. */
import { Context, Effect, Layer } from "effect"
import type { LogEntry } from "../http/log-entry.ts"
import type { RequestDetail } from "../http/request-detail.ts"

/** The log of the last requests. */
export class RequestLog extends Context.Service<
  RequestLog,
  {
    /** The last 1,000 entries, the oldest first. */
    readonly entries: Effect.Effect<ReadonlyArray<LogEntry>>
    /** Counts the kept entries of a route, e.g. `POST /api/v1/auth/oauth/token`. */
    readonly count: (route: string) => Effect.Effect<number>
    /** The details of a kept entry by its id; `null` if there is no such entry. */
    readonly detail: (id: string) => Effect.Effect<RequestDetail | null>
    readonly clear: Effect.Effect<void>
    /** Calls the listener for each new entry. Returns a function that unsubscribes it. */
    readonly subscribe: (listener: (entry: LogEntry) => void) => () => void
    readonly add: (entry: LogEntry, detail: RequestDetail) => Effect.Effect<void>
  }
>()("keystile/service/RequestLog") {}

const CAPACITY = 1000

/** Entries above the capacity before old ones are dropped, so that not each request copies the array. */
const SLACK = 1000

export const layer: Layer.Layer<RequestLog> = Layer.sync(RequestLog, () => {
  let kept: Array<{ readonly entry: LogEntry; readonly detail: RequestDetail }> = []
  const newest = () => kept.slice(-CAPACITY)
  const entries = () => newest().map(({ entry }) => entry)
  const listeners = new Set<(entry: LogEntry) => void>()
  return {
    entries: Effect.sync(entries),
    count: (route) => Effect.sync(() => entries().filter((entry) => `${entry.method} ${entry.route}` === route).length),
    detail: (id) => Effect.sync(() => newest().find(({ entry }) => entry.id === id)?.detail ?? null),
    clear: Effect.sync(() => {
      kept = []
    }),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add: (entry, detail) =>
      Effect.sync(() => {
        if (kept.length >= CAPACITY + SLACK) kept = newest()
        kept.push({ entry, detail })
        for (const listener of listeners) listener(entry)
      })
  }
})
