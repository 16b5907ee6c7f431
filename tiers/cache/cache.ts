/**
 * Answers by key, for what is read over and over: kept outside of any view, so that a render which is thrown away asks
 * nothing twice. Readers of one key share one request.
 *
 * For a key there is one request at a time, and at least 300 ms lie between two starts. An answer is dropped 5 s after its
 * last subscriber left, and a failure is for those who waited for it: the next reader asks again. All of this by Effect's
 * clock.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/** Something to read from the service, over a tier. */
export interface Query<A, E, Tier> {
  /** The call that reads it, e.g. `teams.list`. */
  readonly name: string
  /** The name with what the call is given, see `keyOf`: queries of one key are the same query. */
  readonly key: string
  /** Whether the answer belongs to whoever is signed in: then it is asked for again when that changes. */
  readonly ofSession: boolean
  readonly effect: Effect.Effect<A, E, Tier>
}

export const keyOf = (name: string, input: ReadonlyArray<unknown> = []): string => JSON.stringify([name, ...input])

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

/** Runs the effect of a query; `ofSession` says whose answer it is, see {@link Query}. */
export type Start<Tier> = <A, E>(effect: Effect.Effect<A, E, Tier>, ofSession: boolean) => Running<A, E>

export interface Cache<Tier> {
  /** The query of that key which the cache knows already, so that who makes one anew each time keeps to one. */
  readonly same: <A, E>(query: Query<A, E, Tier>) => Query<A, E, Tier>
  /** What is known; asks for it if nothing is. The same object until something changes. */
  readonly read: <A, E>(query: Query<A, E, Tier>) => QueryState<A, E>
  /** Keeps the answer and calls the listener when it changes; gives back how to stop that. */
  readonly subscribe: <A, E>(query: Query<A, E, Tier>, listener: () => void) => () => void
  /** Asks again. What is known stays until the new answer is here, or if there comes none. Resolves in any case. */
  readonly refresh: <A, E>(query: Query<A, E, Tier>) => Promise<void>
  /** Asks again for all queries of these names that somebody watches, and forgets the others. */
  readonly touch: (names: ReadonlyArray<string>) => Promise<void>
  /** Forgets what is known: the next reader asks, and those who watch see it come. */
  readonly forget: <A, E>(query: Query<A, E, Tier>) => void
  /** Forgets every failure, so that whoever tries again asks again. */
  readonly forgetFailures: () => void
  /** The value that is known, asking nobody. */
  readonly known: (key: string) => unknown
  /** Begins with an answer that is known before anybody asks. What is known already stays. */
  readonly seed: <A, E>(query: Query<A, E, Tier>, state: QueryState<A, E>) => void
  /** Puts an answer that came another way: that of a write, which overtakes what is on its way; or of a read. */
  readonly put: (key: string, value: unknown, of: "write" | "read") => void
  /** Somebody else is signed in now, or nobody. */
  readonly sessionChanged: () => void
  /** From now on a change of the session shows only when all holds are released. */
  readonly hold: () => () => void
}

/** An answer is dropped this long after its last subscriber left, in milliseconds (specification, section 9). */
export const ENTRY_LIFE = 5000
/** Starts of one query's requests are at least this far apart, in milliseconds (specification, section 9). */
export const FETCH_INTERVAL = 300
/** A failure is told to those who waited for it; who asks this many milliseconds later asks the service. */
export const FAILURE_LIFE = 1000

/** One request for an entry. */
interface Run extends Running<unknown, unknown> {
  /** Whether it is on its way, or still waits for its turn. */
  readonly begun: () => boolean
}

interface Entry<Tier> {
  readonly query: Query<unknown, unknown, Tier>
  /** `null` when nothing is known and nobody asks. */
  state: QueryState<unknown, unknown> | null
  run: Run | null
  /** The refresh that comes after `run`. */
  next: Promise<void> | null
  /** When the latest request went out. */
  startedAt: number
  /** When the latest answer came. */
  settledAt: number
  /** Since when nobody watches. */
  idleSince: number
  readonly listeners: Set<() => void>
}

// React reads `status` and `value` of a promise: with them a known answer is there in the same render. It also wants
// the promise that it waited for to stay the same when the answer is here.
export const settled = <A, E>(exit: Exit.Exit<A, E>, waitedFor = Promise.resolve(exit)): QueryState<A, E> => ({
  exit,
  promise: Object.assign(waitedFor, { status: "fulfilled", value: exit })
})

/** A cache whose requests are started by the given function. */
export const makeCache = <Tier>(start: Start<Tier>): Cache<Tier> => {
  const entries = new Map<string, Entry<Tier>>()
  let holds = 0
  let missedChange = false
  let sweeping = false
  // That of the effects, once one has run.
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

  /** Whether an answer is too old is a matter of the clock; this frees its memory, and keeps no process alive. */
  const sweepLater = () => {
    if (sweeping) return
    sweeping = true
    const timer: unknown = setTimeout(() => {
      sweeping = false
      sweep()
      if (Array.from(entries.values()).some(({ listeners }) => listeners.size === 0)) sweepLater()
    }, ENTRY_LIFE)
    if (typeof timer === "object" && timer !== null && "unref" in timer) (timer as NodeJS.Timeout).unref()
  }

  const publish = (entry: Entry<Tier>, state: QueryState<unknown, unknown>) => {
    entry.state = state
    if (state.exit !== undefined) {
      entry.settledAt = entry.idleSince = now()
      sweepLater()
    }
    entry.listeners.forEach((listener) => listener())
  }

  /** Sends the request when its turn has come. */
  const begin = (entry: Entry<Tier>): Run => {
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

  /** Asks; until the answer is here nothing is known. */
  const load = (entry: Entry<Tier>) => {
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

  /** Asks while the old answer stays. What was asked before does not count; calls that wait together share one. */
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
        if (Exit.isSuccess(exit) || known === undefined || !Exit.isSuccess(known)) publish(entry, settled(exit))
      })
    }
    return run.promise.then(() => {})
  }

  const forget = (entry: Entry<Tier>) => {
    if (entry.state === null) return
    if (isWanted(entry)) return load(entry)
    entry.state = null
    entry.run?.interrupt()
    entry.run = null
  }

  const sessionChanged = () => {
    missedChange = holds > 0
    if (missedChange) return
    entries.forEach((entry) => {
      if (!entry.query.ofSession) return
      // For somebody else it is another key.
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
      // A function of its own, so that the same listener given twice counts twice.
      const own = () => listener()
      entry.listeners.add(own)
      return () => {
        entry.listeners.delete(own)
        entry.idleSince = now()
        sweepLater()
      }
    },
    refresh: (query: Query<unknown, unknown, Tier>) => {
      const entry = entries.get(query.key)
      return entry === undefined || entry.state === null ? Promise.resolve() : refresh(entry)
    },
    touch: async (names: ReadonlyArray<string>) => {
      const touched = Array.from(entries.values()).filter(({ query }) => names.includes(query.name))
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
    known: (key: string) => {
      const exit = entries.get(key)?.state?.exit
      return exit !== undefined && Exit.isSuccess(exit) ? exit.value : undefined
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
  // Keys stand for types here, which no type can say: a query is made with its key.
  return cache as unknown as Cache<Tier>
}
