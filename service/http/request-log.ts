/** What was asked and answered, without anything secret: for tests that count calls, and for people who watch. */
import { Context, Effect, Layer } from "effect"
import type { Tier } from "../../core/schema/tier.ts"

export interface LogEntry {
  readonly at: Date
  readonly method: string
  /** The path as it is declared, e.g. `/api/v1/users/me`; the path that was asked for when there is no such route. */
  readonly route: string
  /** As whom the request said that it came. */
  readonly tier: Tier | null
  /** The true status, also where the answer carries it in a header; 0 if there was no answer. */
  readonly status: number
  /** The code of the known error, if it was one. */
  readonly code: string | null
  /** The fault that it met, if one was asked for. */
  readonly fault: string | null
  readonly durationMillis: number
}

export class RequestLog extends Context.Service<
  RequestLog,
  {
    /** The oldest first; only the last thousand are kept. */
    readonly entries: Effect.Effect<ReadonlyArray<LogEntry>>
    /** How many of the kept entries are of this route, e.g. `POST /api/v1/auth/oauth/token`. */
    readonly count: (route: string) => Effect.Effect<number>
    readonly clear: Effect.Effect<void>
    /** Calls the listener for each new entry; gives back how to stop that. */
    readonly subscribe: (listener: (entry: LogEntry) => void) => () => void
    readonly add: (entry: LogEntry) => Effect.Effect<void>
  }
>()("keystile/service/RequestLog") {}

const CAPACITY = 1000

/** How many more may be there until the old ones are dropped: copying them all for each request would cost more. */
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
