/**
 * Caches results of reads by key, outside of any view, so that a discarded render does not repeat a request.
 *
 * - Readers of one key share one request (single flight).
 * - Two requests for one key start at least 300 ms apart.
 * - A result is dropped 5 s after its last subscriber has left.
 * - A failure is cached for 1 s, and read again by the next subscriber after that.
 *
 * All times are those of Effect's `Clock`.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import { type Query, type QueryState, settled } from "./query.ts"

/** A started effect. It may have completed already. */
export interface Running<A, E> {
  /** The exit, once the run has ended. */
  readonly exit: Exit.Exit<A, E> | undefined
  /** Resolves with the exit. */
  readonly promise: Promise<Exit.Exit<A, E>>
  /** Interrupts the run. */
  readonly interrupt: () => void
}

/** Runs the effect of a query. `ofSession` is that of {@link Query}. */
export type Start<Tier> = <A, E>(effect: Effect.Effect<A, E, Tier>, ofSession: boolean) => Running<A, E>

/** The state of one cached read, without its value. */
export interface CacheEntry {
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
  readonly entries: () => ReadonlyArray<CacheEntry>
  /** Drops the results of the session after a sign-in, a sign-out or a change of the user. */
  readonly sessionChanged: () => void
  /** Delays the effect of `sessionChanged` until all holds are released. Returns a function that releases this one. */
  readonly hold: () => () => void
}

/** The time after which a result without subscribers is dropped, in milliseconds. */
export const ENTRY_LIFE = 5000
/** The shortest time between the starts of two requests of one query, in milliseconds. */
export const FETCH_INTERVAL = 300
/** The time for which a failure is cached, in milliseconds. */
export const FAILURE_LIFE = 1000

/** One request for an entry. */
interface FetchRun extends Running<unknown, unknown> {
  /** Returns whether the request was sent. It is delayed for `FETCH_INTERVAL` after the one before. */
  readonly begun: () => boolean
}

interface Entry<Tier> {
  readonly query: Query<unknown, unknown, Tier>
  /** `null` when there is neither a result nor a first request. */
  state: QueryState<unknown, unknown> | null
  /** The last value, unless it was dropped without subscribers. `forgetShown` removes it. */
  shown: unknown
  run: FetchRun | null
  /** The refresh that is queued behind `run`. */
  next: Promise<void> | null
  /** The start of the latest request, in epoch milliseconds. */
  startedAt: number
  /** The arrival of the latest result, in epoch milliseconds. */
  settledAt: number
  /** The time since which the entry has no subscriber, in epoch milliseconds. */
  idleSince: number
  readonly listeners: Set<() => void>
}

/**
 * Creates a cache that starts its requests with the given function. By default a known result stays when a later
 * request fails; `isFinal` selects the failures that replace it.
 */
export const makeCache = <Tier>(
  start: Start<Tier>,
  isFinal: (failure: Exit.Exit<unknown, unknown>) => boolean = () => false
): Cache<Tier> => {
  const entries = new Map<string, Entry<Tier>>()
  let holds = 0
  let missedChange = false
  let sweeping = false
  // The clock of the effects, from the first one that runs.
  let clock = Context.get(Context.empty(), Clock.Clock)
  const now = () => clock.currentTimeMillisUnsafe()

  const isIdle = ({ idleSince, listeners, run }: Entry<Tier>) =>
    listeners.size === 0 && run === null && now() - idleSince >= ENTRY_LIFE
  const isWanted = ({ listeners, state }: Entry<Tier>) => listeners.size > 0 || state?.exit === undefined
  const isOldFailure = ({ settledAt, state }: Entry<Tier>) =>
    state?.exit !== undefined && !Exit.isSuccess(state.exit) && now() - settledAt > FAILURE_LIFE

  const sweep = () =>
    entries.forEach((entry, key) => {
      if (isIdle(entry)) entries.delete(key)
    })

  /** Frees the memory of idle entries. The timer does not keep a process alive, and does not decide on expiry. */
  const sweepLater = () => {
    if (sweeping) return
    sweeping = true
    const timer: unknown = setTimeout(() => {
      sweeping = false
      sweep()
      if (Array.from(entries.values()).some(({ listeners }) => listeners.size === 0)) sweepLater()
    }, ENTRY_LIFE)
    if (Predicate.hasProperty(timer, "unref") && typeof timer.unref === "function") timer.unref()
  }

  const publish = (entry: Entry<Tier>, state: QueryState<unknown, unknown>) => {
    entry.state = state
    if (state.exit !== undefined) {
      if (Exit.isSuccess(state.exit)) entry.shown = state.exit.value
      entry.settledAt = entry.idleSince = now()
      sweepLater()
    }
    entry.listeners.forEach((listener) => listener())
  }

  /** Sends the request, at the earliest `FETCH_INTERVAL` after the one before. */
  const begin = (entry: Entry<Tier>): FetchRun => {
    let begun = false
    const running = start(
      Effect.gen(function* () {
        clock = yield* Clock.Clock
        const wait = entry.startedAt + FETCH_INTERVAL - now()
        if (wait > 0) yield* clock.sleep(Duration.millis(wait))
        begun = true
        entry.startedAt = now()
        return yield* entry.query.effect
      }),
      entry.query.ofSession
    )
    return { ...running, begun: () => begun }
  }

  /** Drops the result and sends a request. */
  const load = (entry: Entry<Tier>) => {
    if (entry.listeners.size === 0) entry.shown = undefined
    const overtaken = entry.run
    entry.run = null
    const run = begin(entry)
    if (run.exit === undefined) {
      entry.run = run
      const promise: Promise<Exit.Exit<unknown, unknown>> = run.promise.then((exit) => {
        if (entry.run !== run) return entry.state?.promise ?? exit
        entry.run = null
        publish(entry, settled(exit, promise))
        return exit
      })
      publish(entry, { exit: undefined, promise })
    } else publish(entry, settled(run.exit))
    overtaken?.interrupt()
  }

  const newEntry = (query: Query<unknown, unknown, Tier>): Entry<Tier> => {
    const entry: Entry<Tier> = {
      query,
      state: null,
      shown: undefined,
      run: null,
      next: null,
      startedAt: Number.NEGATIVE_INFINITY,
      settledAt: 0,
      idleSince: 0,
      listeners: new Set()
    }
    entries.set(query.key, entry)
    return entry
  }

  const entryOf = (query: Query<unknown, unknown, Tier>): Entry<Tier> => {
    const entry = entries.get(query.key) ?? newEntry(query)
    if (entry.state === null || isIdle(entry) || (isOldFailure(entry) && entry.listeners.size === 0)) load(entry)
    return entry
  }

  /**
   * Sends a request and keeps the old result until it completes. A request that was sent before this call does not
   * count, since its result may be older than the call. Calls during such a request share the next one.
   */
  const refresh = (entry: Entry<Tier>): Promise<void> => {
    const current = entry.run
    if (current?.begun()) {
      entry.next ??= current.promise.then(() => {
        entry.next = null
        return entry.state === null ? undefined : refresh(entry)
      })
      return entry.next
    }
    const run = current ?? begin(entry)
    if (current === null) {
      entry.run = run
      void run.promise.then((exit) => {
        if (entry.run !== run) return
        entry.run = null
        const known = entry.state?.exit
        if (Exit.isSuccess(exit) || known === undefined || !Exit.isSuccess(known) || isFinal(exit)) {
          publish(entry, settled(exit))
        }
      })
    }
    return run.promise.then(() => {})
  }

  const forget = (entry: Entry<Tier>) => {
    if (entry.state === null) return
    if (isWanted(entry)) return load(entry)
    entry.state = null
    entry.shown = undefined
    entry.run?.interrupt()
    entry.run = null
  }

  const known = (key: string) => {
    const exit = entries.get(key)?.state?.exit
    return exit !== undefined && Exit.isSuccess(exit) ? exit.value : undefined
  }

  const sessionChanged = () => {
    missedChange = holds > 0
    if (missedChange) return
    entries.forEach((entry) => {
      if (!entry.query.ofSession) return
      // The interval applies to the requests of one session only.
      entry.startedAt = Number.NEGATIVE_INFINITY
      forget(entry)
    })
  }

  const cache = {
    same: (query: Query<unknown, unknown, Tier>) => entries.get(query.key)?.query ?? query,
    read: (query: Query<unknown, unknown, Tier>) => entryOf(query).state,
    subscribe: (query: Query<unknown, unknown, Tier>, listener: () => void) => {
      const entry = entryOf(query)
      if (isOldFailure(entry)) void refresh(entry)
      // Wrapped, so that a listener that subscribes twice counts twice.
      const own = () => listener()
      entry.listeners.add(own)
      return () => {
        entry.listeners.delete(own)
        if (entry.listeners.size === 0 && known(query.key) === undefined) entry.shown = undefined
        entry.idleSince = now()
        sweepLater()
      }
    },
    refresh: (query: Query<unknown, unknown, Tier>) => {
      const entry = entries.get(query.key)
      return entry === undefined || entry.state === null ? Promise.resolve() : refresh(entry)
    },
    touch: async (names: ReadonlyArray<string>, before = Number.POSITIVE_INFINITY) => {
      const touched = Array.from(entries.values()).filter(
        ({ query, startedAt }) => names.includes(query.name) && startedAt < before
      )
      await Promise.all(
        touched.map((entry) => (entry.state !== null && isWanted(entry) ? refresh(entry) : forget(entry)))
      )
    },
    forget: (query: Query<unknown, unknown, Tier>) => {
      const entry = entries.get(query.key)
      if (entry !== undefined) forget(entry)
    },
    forgetFailures: () =>
      Array.from(entries.values())
        .filter(({ state }) => state?.exit !== undefined && !Exit.isSuccess(state.exit))
        .forEach(forget),
    known,
    shown: (key: string) => entries.get(key)?.shown,
    forgetShown: (key: string) => {
      const entry = entries.get(key)
      if (entry !== undefined && (missedChange || known(key) === undefined)) entry.shown = undefined
    },
    seed: (query: Query<unknown, unknown, Tier>, state: QueryState<unknown, unknown>) => {
      if (!entries.has(query.key)) publish(newEntry(query), state)
    },
    put: (key: string, value: unknown, of: "write" | "read") => {
      const entry = entries.get(key)
      if (entry === undefined || entry.state === null || (of === "read" && entry.run !== null)) return
      const overtaken = entry.run
      entry.run = null
      publish(entry, settled(Exit.succeed(value)))
      overtaken?.interrupt()
    },
    entries: () =>
      Array.from(entries, ([key, { listeners, run, settledAt, state }]) => ({
        key,
        status: statusOf(state),
        isFetching: run !== null,
        subscribers: listeners.size,
        settledAt
      })),
    sessionChanged,
    hold: () => {
      holds++
      let released = false
      return () => {
        if (released) return
        released = true
        holds--
        if (holds === 0 && missedChange) sessionChanged()
      }
    }
  }
  // The key of an entry determines its result type, because a query is created with its key. Types cannot express this.
  return cache as Cache<Tier>
}

const statusOf = (state: QueryState<unknown, unknown> | null): CacheEntry["status"] => {
  if (state === null) return "dropped"
  if (state.exit === undefined) return "loading"
  return Exit.isSuccess(state.exit) ? "value" : "failure"
}
