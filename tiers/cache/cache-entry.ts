/**
 * One entry of a cache: the result of a query, the request for it and its subscribers.
 *
 * The first reader of a query creates the entry and loads it. From then on the entry is in one of these states:
 *
 * - `loading`: there is no result, and a request is running.
 * - `value` or `failure`: there is a result. `refresh` sends a request and keeps the result until the next one arrives.
 *   A failed refresh does not replace a value, unless `isFinal` selects its failure.
 * - `dropped`: the result was dropped by `forget` without a subscriber. The next reader loads the entry again.
 *
 * An entry without subscribers expires `ENTRY_LIFE` after the last one has left, or after its result has arrived. The
 * cache removes an expired entry, and a reader that comes first loads it again.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { CacheClock } from "./cache-clock.ts"
import { type Query, type QueryState, makeSettledState } from "./query.ts"
import type { RunningEffect, RunEffect } from "./running.ts"

/** The time after which a result without subscribers is dropped, in milliseconds. */
export const ENTRY_LIFE = 5000
/** The shortest time between the starts of two requests of one query, in milliseconds. */
export const FETCH_INTERVAL = 300
/** The time for which a failure is cached, in milliseconds. */
export const FAILURE_LIFE = 1000

/** The state of one cached read, without its value. */
export interface CacheEntrySummary {
  /** The name and the input of the call, see `keyOf`. */
  readonly key: string
  /** `dropped` if its result was dropped and is read again by the next reader. */
  readonly status: "loading" | "value" | "failure" | "dropped"
  /** True while a request is running. */
  readonly isFetching: boolean
  /** The number of subscribers. */
  readonly subscribers: number
  /** The arrival of the latest result, in epoch milliseconds. 0 without one. */
  readonly settledAt: number
}

export interface CacheEntry<Tier> {
  readonly query: Query<unknown, unknown, Tier>
  /** Returns the state. Loads the entry first if it has none, an expired one or an old failure. */
  readonly read: () => QueryState<unknown, unknown> | null
  /** Returns the value; undefined without one. */
  readonly value: () => unknown
  /** Returns the last value, also while the query is read again; undefined after `forgetShown`. */
  readonly shown: () => unknown
  readonly hasFailed: () => boolean
  readonly hasSubscribers: () => boolean
  /** Returns whether the entry has been without subscribers and requests for `ENTRY_LIFE`. */
  readonly isExpired: () => boolean
  /** Returns the start of the latest request, in epoch milliseconds; negative infinity without one. */
  readonly startedAt: () => number
  readonly summary: () => CacheEntrySummary

  /** Reads the entry, and calls the listener when its state changes. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
  /**
   * Sends a request and keeps the old result until it completes. A request that was sent before this call does not
   * count, since its result may be older than the call. Calls during such a request share the next one.
   */
  readonly refresh: () => Promise<void>
  /** Refreshes an entry that is loading or has subscribers. Drops the result of any other. */
  readonly touch: () => Promise<void>
  /** Sets the result without a request. */
  readonly settle: (state: QueryState<unknown, unknown>) => void
  /** Replaces the value. That of a write cancels a running request; that of a read is ignored during one. */
  readonly put: (value: unknown, of: "write" | "read") => void
  /** Drops the result, and reads again if the entry is loading or has subscribers. */
  readonly forget: () => void
  /** Drops the result of the previous session, if the query depends on the session. */
  readonly forgetSession: () => void
  /** Makes `shown` return undefined until the next result. */
  readonly forgetShown: () => void
}

/** The fields that the entries of one cache share. */
export interface CacheEntryContext<Tier> {
  readonly start: RunEffect<Tier>
  /** Selects the failures of a refresh that replace a value. */
  readonly isFinal: (failure: Exit.Exit<unknown, unknown>) => boolean
  readonly clock: CacheClock
  /** Called when the entry may expire after `ENTRY_LIFE`. */
  readonly scheduleSweep: () => void
}

/** One request for an entry. */
interface FetchRun extends RunningEffect<unknown, unknown> {
  /** Returns whether the request was sent. It is delayed for `FETCH_INTERVAL` after the one before. */
  readonly hasBegun: () => boolean
}

/** Creates the entry of a query. Sends nothing. */
export const makeCacheEntry = <Tier>(
  query: Query<unknown, unknown, Tier>,
  { clock, isFinal, scheduleSweep, start }: CacheEntryContext<Tier>
): CacheEntry<Tier> => {
  /** `null` when there is neither a result nor a first request. */
  let state: QueryState<unknown, unknown> | null = null
  let shown: unknown
  let run: FetchRun | null = null
  /** The refresh that is queued behind `run`. */
  let nextRefresh: Promise<void> | null = null
  let startedAt = Number.NEGATIVE_INFINITY
  let settledAt = 0
  /** The time since which the entry has no subscriber, in epoch milliseconds. */
  let idleSince = 0
  const listeners = new Set<() => void>()

  const status = (): CacheEntrySummary["status"] => {
    if (state === null) return "dropped"
    if (state.exit === undefined) return "loading"
    return Exit.isSuccess(state.exit) ? "value" : "failure"
  }
  const hasFailed = () => status() === "failure"
  // The absolute difference, so that results expire after the clock is set back, too.
  const millisSince = (at: number) => Math.abs(clock.now() - at)
  const isOldFailure = () => hasFailed() && millisSince(settledAt) > FAILURE_LIFE
  const isExpired = () => listeners.size === 0 && run === null && millisSince(idleSince) >= ENTRY_LIFE
  const isWanted = () => listeners.size > 0 || status() === "loading"
  const value = () => (state?.exit !== undefined && Exit.isSuccess(state.exit) ? state.exit.value : undefined)

  const settle = (next: QueryState<unknown, unknown>) => {
    state = next
    if (next.exit !== undefined) {
      if (Exit.isSuccess(next.exit)) shown = next.exit.value
      settledAt = idleSince = clock.now()
      scheduleSweep()
    }
    listeners.forEach((listener) => listener())
  }

  /** Sends the request, at the earliest `FETCH_INTERVAL` after the one before. */
  const begin = (): FetchRun => {
    let hasBegun = false
    const running = start(
      Effect.gen(function* () {
        const effectClock = yield* clock.adopt
        // At most the interval, also if the clock was set back.
        const wait = Math.min(FETCH_INTERVAL, startedAt + FETCH_INTERVAL - clock.now())
        if (wait > 0) yield* effectClock.sleep(Duration.millis(wait))
        hasBegun = true
        startedAt = clock.now()
        return yield* query.effect
      }),
      query.ofSession
    )
    return { ...running, hasBegun: () => hasBegun }
  }

  /** Drops the result and sends a request. */
  const load = () => {
    if (listeners.size === 0) shown = undefined
    const overtaken = run
    run = null
    const current = begin()
    if (current.exit === undefined) {
      run = current
      const promise: Promise<Exit.Exit<unknown, unknown>> = current.promise.then((exit) => {
        if (run !== current) return state?.promise ?? exit
        run = null
        settle(makeSettledState(exit, promise))
        return exit
      })
      settle({ exit: undefined, promise })
    } else settle(makeSettledState(current.exit))
    overtaken?.interrupt()
  }

  const read = () => {
    if (state === null || isExpired() || (isOldFailure() && listeners.size === 0)) load()
    return state
  }

  /** Sends a request whose failure does not replace a value, unless it is final. */
  const beginRefresh = (): FetchRun => {
    const current = begin()
    run = current
    void current.promise.then((exit) => {
      if (run !== current) return
      run = null
      if (Exit.isSuccess(exit) || status() !== "value" || isFinal(exit)) settle(makeSettledState(exit))
    })
    return current
  }

  const refresh = (): Promise<void> => {
    if (state === null) return Promise.resolve()
    if (run?.hasBegun()) {
      nextRefresh ??= run.promise.then(() => {
        nextRefresh = null
        return refresh()
      })
      return nextRefresh
    }
    return (run ?? beginRefresh()).promise.then(() => {})
  }

  const forget = () => {
    if (state === null) return
    if (isWanted()) return load()
    state = null
    shown = undefined
    run?.interrupt()
    run = null
  }

  return {
    query,
    read,
    value,
    shown: () => shown,
    hasFailed,
    hasSubscribers: () => listeners.size > 0,
    isExpired,
    startedAt: () => startedAt,
    summary: () => ({
      key: query.key,
      status: status(),
      isFetching: run !== null,
      subscribers: listeners.size,
      settledAt
    }),
    subscribe: (listener) => {
      read()
      if (isOldFailure()) void refresh()
      // Wrapped, so that a listener that subscribes twice counts twice.
      const own = () => listener()
      listeners.add(own)
      return () => {
        listeners.delete(own)
        if (listeners.size === 0 && value() === undefined) shown = undefined
        idleSince = clock.now()
        scheduleSweep()
      }
    },
    refresh,
    touch: async () => (isWanted() ? refresh() : forget()),
    settle,
    put: (next, of) => {
      if (state === null || (of === "read" && run !== null)) return
      const overtaken = run
      run = null
      settle(makeSettledState(Exit.succeed(next)))
      overtaken?.interrupt()
    },
    forget,
    forgetSession: () => {
      if (!query.ofSession) return
      // The interval applies to the requests of one session only.
      startedAt = Number.NEGATIVE_INFINITY
      forget()
    },
    forgetShown: () => {
      shown = undefined
    }
  }
}
