/**
 * Caches results of reads by key, outside of any view, so that a discarded render does not repeat a request.
 *
 * - Readers of one key share one request (single flight).
 * - Two requests for one key start at least 300 ms apart.
 * - A result is dropped 5 s after its last subscriber has left.
 * - A failure is cached for 1 s, and read again by the next subscriber after that.
 *
 * `cache-entry.ts` has the life of one result. All times are those of Effect's `Clock`.
 */
import type * as Exit from "effect/Exit"
import { makeCacheClock } from "./cache-clock.ts"
import {
  type CacheEntry,
  type CacheEntryContext,
  type CacheEntrySummary,
  ENTRY_LIFE,
  makeCacheEntry
} from "./cache-entry.ts"
import type { Query, QueryState } from "./query.ts"
import type { RunEffect } from "./running.ts"
import { makeSessionHolds } from "./session-holds.ts"
import { makeSweepSchedule } from "./sweep-schedule.ts"

export interface Cache<Tier> {
  /** Returns the cached query with the same key, so that a component may create its query in every render. */
  readonly same: <A, E>(query: Query<A, E, Tier>) => Query<A, E, Tier>
  /** Returns the cached state, and sends a request if there is none. The object is the same until the state changes. */
  readonly read: <A, E>(query: Query<A, E, Tier>) => QueryState<A, E>
  /** Keeps the result cached and calls the listener when it changes. Returns a function that unsubscribes. */
  readonly subscribe: <A, E>(query: Query<A, E, Tier>, listener: () => void) => () => void
  /** Sends a request again. A cached value stays until the new one arrives, and if the request fails. Never rejects. */
  readonly refresh: <A, E>(query: Query<A, E, Tier>) => Promise<void>
  /**
   * Refreshes the queries of these names that have subscribers, and drops the results of the others. Leaves out those
   * whose latest request was sent at `before` or later, in epoch milliseconds.
   */
  readonly touch: (names: ReadonlyArray<string>, before?: number) => Promise<void>
  /** Drops the result. A query with subscribers is read again at once, others by their next reader. */
  readonly forget: <A, E>(query: Query<A, E, Tier>) => void
  /** Drops all failures, so that a retry sends requests. */
  readonly forgetFailures: () => void
  /** Returns the cached value without a request; undefined if there is none. */
  readonly known: (key: string) => unknown
  /**
   * Returns the cached value, or the one that subscribers may still show: the last one, while the query is read again
   * after a change of the session, also if that read fails. Undefined if there is none, or after `forgetShown`.
   */
  readonly shown: (key: string) => unknown
  /** Makes `shown` return undefined until the next result, unless the cached value is that of the current session. */
  readonly forgetShown: (key: string) => void
  /** Adds a result to the cache, unless the cache has an entry for the key. */
  readonly seed: <A, E>(query: Query<A, E, Tier>, state: QueryState<A, E>) => void
  /**
   * Replaces the cached value of an entry. The result of a write cancels a running request. The result of a read is
   * ignored while a request is running.
   */
  readonly put: (key: string, value: unknown, of: "write" | "read") => void
  /** Returns the state of every cached read, for developer tools. */
  readonly entries: () => ReadonlyArray<CacheEntrySummary>
  /** Drops the results of the session after a sign-in, a sign-out or a change of the user. */
  readonly sessionChanged: () => void
  /** Delays the effect of `sessionChanged` until all holds are released. Returns a function that releases this one. */
  readonly hold: () => () => void
}

/**
 * Creates a cache that starts its requests with the given function. By default a known result stays when a later
 * request fails; `isFinal` selects the failures that replace it.
 */
export const makeCache = <Tier>(
  start: RunEffect<Tier>,
  isFinal: (failure: Exit.Exit<unknown, unknown>) => boolean = () => false
): Cache<Tier> => {
  const entries = new Map<string, CacheEntry<Tier>>()

  /** Removes the expired entries. Returns whether another one may expire without a change. */
  const sweep = () => {
    entries.forEach((entry, key) => {
      if (entry.isExpired()) entries.delete(key)
    })
    return Array.from(entries.values()).some((entry) => !entry.hasSubscribers())
  }

  const context: CacheEntryContext<Tier> = {
    start,
    isFinal,
    clock: makeCacheClock(),
    // Frees memory only: an expired entry is read again also before it is removed.
    scheduleSweep: makeSweepSchedule(sweep, ENTRY_LIFE)
  }

  const add = (query: Query<unknown, unknown, Tier>): CacheEntry<Tier> => {
    const entry = makeCacheEntry(query, context)
    entries.set(query.key, entry)
    return entry
  }
  const entryOf = (query: Query<unknown, unknown, Tier>) => entries.get(query.key) ?? add(query)

  const session = makeSessionHolds(() => entries.forEach((entry) => entry.forgetSession()))

  const cache = {
    same: (query: Query<unknown, unknown, Tier>) => entries.get(query.key)?.query ?? query,
    read: (query: Query<unknown, unknown, Tier>) => entryOf(query).read(),
    subscribe: (query: Query<unknown, unknown, Tier>, listener: () => void) => entryOf(query).subscribe(listener),
    refresh: (query: Query<unknown, unknown, Tier>) => entries.get(query.key)?.refresh() ?? Promise.resolve(),
    touch: async (names: ReadonlyArray<string>, before = Number.POSITIVE_INFINITY) => {
      const touched = Array.from(entries.values()).filter(
        ({ query, startedAt }) => names.includes(query.name) && startedAt() < before
      )
      await Promise.all(touched.map((entry) => entry.touch()))
    },
    forget: (query: Query<unknown, unknown, Tier>) => entries.get(query.key)?.forget(),
    forgetFailures: () =>
      Array.from(entries.values())
        .filter((entry) => entry.hasFailed())
        .forEach((entry) => entry.forget()),
    known: (key: string) => entries.get(key)?.value(),
    shown: (key: string) => entries.get(key)?.shown(),
    forgetShown: (key: string) => {
      const entry = entries.get(key)
      if (entry !== undefined && (session.isDelayed() || entry.value() === undefined)) entry.forgetShown()
    },
    seed: (query: Query<unknown, unknown, Tier>, state: QueryState<unknown, unknown>) => {
      if (!entries.has(query.key)) add(query).settle(state)
    },
    put: (key: string, value: unknown, of: "write" | "read") => entries.get(key)?.put(value, of),
    entries: () => Array.from(entries.values(), (entry) => entry.summary()),
    sessionChanged: session.change,
    hold: session.hold
  }
  // The key of an entry determines its result type, because a query is created with its key. Types cannot express this.
  return cache as Cache<Tier>
}
