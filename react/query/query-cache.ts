/**
 * What the hooks read: answers by key, kept outside React, so that a render which React throws away (StrictMode,
 * Suspense) asks nothing twice. Readers of one key share one request.
 */
import * as Exit from "effect/Exit"
import type * as Effect from "effect/Effect"
import type { Client } from "../../tiers/client.ts"

/** Something to read from the service. Make it once, outside of components. */
export interface Query<A, E> {
  readonly key: string
  /** Whether the answer belongs to whoever is signed in: then it is asked for again when that changes. */
  readonly ofSession: boolean
  readonly effect: Effect.Effect<A, E, Client>
}

/** What is known about a query. A new object for every change. */
export interface QueryState<A, E> {
  /** The answer, unless it is still on its way. */
  readonly exit: Exit.Exit<A, E> | undefined
  /** The answer, or the one that overtook it. Never rejects. */
  readonly promise: Promise<Exit.Exit<A, E>>
}

/** A running effect that may be over already. */
export interface Running<A, E> {
  readonly exit: Exit.Exit<A, E> | undefined
  readonly promise: Promise<Exit.Exit<A, E>>
  readonly interrupt: () => void
}

export type Start = <A, E>(effect: Effect.Effect<A, E, Client>) => Running<A, E>

export interface QueryCache {
  /** What is known; asks for it if nothing is. The same object until something changes. */
  readonly read: <A, E>(query: Query<A, E>) => QueryState<A, E>
  /** Keeps the answer and calls the listener when it changes; gives back how to stop that. */
  readonly subscribe: <A, E>(query: Query<A, E>, listener: () => void) => () => void
  /** Asks again. What is known stays until the new answer is here, or if there comes none. */
  readonly refresh: <A, E>(query: Query<A, E>) => Promise<void>
  /** Forgets what is known: the next reader asks, and those who watch see it come. */
  readonly forget: <A, E>(query: Query<A, E>) => void
  /** Forgets every failure, so that whoever tries again asks again. */
  readonly forgetFailures: () => void
  /** Puts an answer that came another way, such as that of a write. */
  readonly set: <A, E>(query: Query<A, E>, value: A) => void
  /** Somebody else is signed in now, or nobody. */
  readonly sessionChanged: () => void
  /** From now on a change of the session shows only when all holds are released. */
  readonly hold: () => () => void
}

/** An answer is dropped this long after its last subscriber left (specification, section 9). */
export const ENTRY_LIFE = 5000
/** Starts of one query's requests are at least this far apart (specification, section 9). */
export const FETCH_INTERVAL = 300
/** A failure is told to those who waited for it; who asks this much later, and alone, asks the service. */
const FAILURE_LIFE = 1000

interface Entry {
  readonly query: Query<unknown, unknown>
  state: QueryState<unknown, unknown>
  running: Running<unknown, unknown> | null
  refreshing: Promise<void> | null
  startedAt: number
  settledAt: number
  readonly listeners: Set<() => void>
  dropTimer: ReturnType<typeof setTimeout> | undefined
}

// React reads `status` and `value` of a promise: with them a known answer is there in the same render. It also wants
// the promise that it waited for to stay the same when the answer is here.
const settled = <A, E>(exit: Exit.Exit<A, E>, waitedFor = Promise.resolve(exit)): QueryState<A, E> => ({
  exit,
  promise: Object.assign(waitedFor, { status: "fulfilled", value: exit })
})
const wait = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))

/** A cache whose requests are started by the given function. */
export const makeQueryCache = (start: Start): QueryCache => {
  const entries = new Map<string, Entry>()
  let holds = 0
  let missedChange = false

  const dropLater = (entry: Entry) => {
    clearTimeout(entry.dropTimer)
    if (entry.listeners.size > 0 || entry.state.exit === undefined) return
    entry.dropTimer = setTimeout(() => {
      if (entries.get(entry.query.key) === entry) entries.delete(entry.query.key)
    }, ENTRY_LIFE)
  }

  const publish = (entry: Entry, state: QueryState<unknown, unknown>) => {
    entry.state = state
    if (state.exit !== undefined) {
      entry.running = null
      entry.settledAt = Date.now()
    }
    dropLater(entry)
    entry.listeners.forEach((listener) => listener())
  }

  /** Asks; until the answer is here nothing is known. */
  const load = (entry: Entry) => {
    const overtaken = entry.running
    entry.startedAt = Date.now()
    const running = start(entry.query.effect)
    entry.running = running
    publish(entry, running.exit === undefined ? pending(entry, running) : settled(running.exit))
    overtaken?.interrupt()
  }

  const pending = (entry: Entry, running: Running<unknown, unknown>): QueryState<unknown, unknown> => {
    const promise: Promise<Exit.Exit<unknown, unknown>> = running.promise.then((exit) => {
      if (entry.running !== running) return entry.state.promise
      publish(entry, settled(exit, promise))
      return exit
    })
    return { exit: undefined, promise }
  }

  const entryOf = (query: Query<unknown, unknown>): Entry => {
    const known = entries.get(query.key)
    if (known !== undefined && !isOldFailure(known)) return known
    const entry: Entry = {
      query,
      state: { exit: undefined, promise: new Promise(() => {}) },
      running: null,
      refreshing: null,
      startedAt: 0,
      settledAt: 0,
      listeners: new Set(),
      dropTimer: undefined
    }
    clearTimeout(known?.dropTimer)
    entries.set(query.key, entry)
    load(entry)
    return entry
  }

  /** Asks while the old answer stays; calls that wait together share one request. */
  const refresh = async (entry: Entry) => {
    const before = entry.state
    await before.promise
    await wait(entry.startedAt + FETCH_INTERVAL - Date.now())
    entry.refreshing = null
    if (entry.state !== before && entry.state.exit === undefined) return
    entry.startedAt = Date.now()
    const base = entry.state
    const running = start(entry.query.effect)
    entry.running = running
    const exit = await running.promise
    if (entry.running !== running || entry.state !== base) return
    if (Exit.isSuccess(exit) || base.exit === undefined || !Exit.isSuccess(base.exit)) publish(entry, settled(exit))
  }

  const forget = (entry: Entry) => {
    if (entry.listeners.size > 0 || entry.state.exit === undefined) return load(entry)
    clearTimeout(entry.dropTimer)
    entries.delete(entry.query.key)
  }

  const sessionChanged = () => {
    missedChange = holds > 0
    if (!missedChange) Array.from(entries.values()).filter(({ query }) => query.ofSession).forEach(forget)
  }

  const cache = {
    read: (query: Query<unknown, unknown>) => entryOf(query).state,
    subscribe: (query: Query<unknown, unknown>, listener: () => void) => {
      const entry = entryOf(query)
      // A function of its own, so that the same listener given twice counts twice.
      const own = () => listener()
      entry.listeners.add(own)
      clearTimeout(entry.dropTimer)
      return () => {
        entry.listeners.delete(own)
        dropLater(entry)
      }
    },
    refresh: (query: Query<unknown, unknown>) => {
      const entry = entries.get(query.key)
      if (entry === undefined) return Promise.resolve()
      entry.refreshing ??= refresh(entry)
      return entry.refreshing
    },
    forget: (query: Query<unknown, unknown>) => {
      const entry = entries.get(query.key)
      if (entry !== undefined) forget(entry)
    },
    forgetFailures: () =>
      Array.from(entries.values())
        .filter(({ state }) => state.exit !== undefined && !Exit.isSuccess(state.exit))
        .forEach(forget),
    set: (query: Query<unknown, unknown>, value: unknown) => {
      const entry = entries.get(query.key)
      if (entry === undefined) return
      const overtaken = entry.running
      entry.running = null
      publish(entry, settled(Exit.succeed(value)))
      overtaken?.interrupt()
    },
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
  // Keys stand for types here, which no type can say: a query is made once, with its key.
  return cache as unknown as QueryCache

  function isOldFailure({ listeners, settledAt, state }: Entry): boolean {
    return state.exit !== undefined && !Exit.isSuccess(state.exit) && listeners.size === 0 &&
      Date.now() - settledAt > FAILURE_LIFE
  }
}
