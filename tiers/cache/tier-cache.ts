/**
 * Caches the reads of one tier and its session, independently of any view. Writes refresh the reads that they change.
 * The React hooks use it, and bindings for other frameworks can.
 *
 * @example
 * const cache = makeTierCache(Client.Client, runtimeOf(Client.Client, Client.make(options)), clientTable)
 * const stop = cache.watch()
 * const leave = cache.subscribe(userQuery, () => show(cache.read(userQuery).exit))
 * await cache.run(Effect.flatMap(Client.Client, (client) => client.updateUser({ displayName: "Noor" }))).promise
 */
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import { sessionKey, type Tokens } from "../../core/session/tokens.ts"
import { type Cache, makeCache } from "./cache.ts"
import type { Query } from "./query.ts"
import type { RunningEffect } from "./running.ts"
import type { CallTable } from "./call-table.ts"
import { type CallsOf, withCache } from "./with-cache.ts"

/** The calls of a tier about its session, which the cache observes. */
export interface SessionCalls<Calls> extends CallsOf<Calls> {
  /** The stored tokens. */
  readonly stored: Effect.Effect<Tokens>
  /** Calls a function when a user signs in or out. Returns a function that stops it. */
  readonly onSessionChange: (listener: () => void) => () => void
}

/**
 * Runs effects that require a tier, e.g. a `ManagedRuntime`. If it cannot be built, the effects that use it fail with
 * the cause as a defect.
 */
export interface TierRuntime<Tier> {
  /** Runs an effect in a new fiber. */
  readonly runFork: <A, E>(
    effect: Effect.Effect<A, E, Tier>,
    options?: { readonly signal?: AbortSignal | undefined }
  ) => Fiber.Fiber<A, unknown>
}

/**
 * Returns a runtime for one tier, which is made when the first effect runs. It has no layers and no resources to
 * release, and is 2 kB smaller than a `ManagedRuntime`.
 */
export const runtimeOf = <Tier, Calls>(
  tier: Context.Key<Tier, Calls>,
  make: Effect.Effect<Calls, unknown>
): TierRuntime<Tier> => {
  let made: Exit.Exit<Calls, unknown> | undefined
  const calls = Effect.suspend(() => (made ??= Effect.runSyncExit(make)))
  return { runFork: (effect, options) => Effect.runFork(Effect.provideServiceEffect(effect, tier, calls), options) }
}

/** A cache of the reads of a tier. */
export interface TierCache<Tier, Calls> extends Cache<Tier> {
  /**
   * The tier's calls. Their writes refresh the cached reads. The result is available at once, unless the runtime builds
   * a layer asynchronously.
   */
  readonly calls: Query<Calls, never, Tier>
  /** Watches the session for changes. Returns a function that stops this. */
  readonly watch: () => () => void
  /**
   * Runs an effect with the tier. Its writes refresh the cached reads before it completes. If the runtime cannot be
   * built, the cause is a defect.
   */
  readonly run: <A, E>(
    effect: Effect.Effect<A, E, Tier>,
    options?: { readonly signal?: AbortSignal | undefined }
  ) => RunningEffect<A, E>
  /** Returns the cached result, or sends a request and returns its result. */
  readonly get: <A, E>(query: Query<A, E, Tier>) => Effect.Effect<A, E>
}

interface PreparedCalls<Calls> {
  readonly raw: Calls
  /** The calls whose writes refresh the cached reads. */
  readonly cached: Calls
}

const flattenExit = <A, E>(exit: Exit.Exit<Exit.Exit<A, E>, unknown>): Exit.Exit<A, E> => {
  if (Exit.isSuccess(exit)) return exit.value
  return Cause.hasInterruptsOnly(exit.cause) ? Exit.interrupt() : Exit.die(Cause.squash(exit.cause))
}

/** Creates the cache of the tier that a runtime provides. */
export const makeTierCache = <Tier, Calls extends SessionCalls<Calls>>(
  tier: Context.Key<Tier, Calls>,
  runtime: TierRuntime<Tier>,
  table: CallTable
): TierCache<Tier, Calls> => {
  let prepared: PreparedCalls<Calls> | undefined
  let identity: string | null = null

  const currentSession = (calls: Calls) => Effect.map(calls.stored, sessionKey)

  /** Drops the cached reads when another user is signed in. */
  const checkSession = (calls: Calls) =>
    Effect.map(currentSession(calls), (now) => {
      if (prepared !== undefined && now !== identity) {
        identity = now
        cache.sessionChanged()
      }
      return now
    })

  const withPreparedCalls = <A, E>(
    effect: (calls: PreparedCalls<Calls>) => Effect.Effect<A, E>
  ): Effect.Effect<Exit.Exit<A, E>, never, Tier> =>
    Effect.gen(function* () {
      const raw = yield* tier
      if (prepared?.raw !== raw) {
        prepared = { raw, cached: withCache(raw, table, cache, checkSession(raw)) }
        identity = yield* currentSession(raw)
      }
      return yield* Effect.exit(effect(prepared))
    })

  const start = <A, E>(
    effect: (calls: PreparedCalls<Calls>) => Effect.Effect<A, E>,
    options: { readonly signal?: AbortSignal | undefined } = {}
  ): RunningEffect<A, E> => {
    const fiber = runtime.runFork(withPreparedCalls(effect), options)
    const polled = fiber.pollUnsafe()
    if (polled !== undefined) {
      const exit = flattenExit(polled)
      return { exit, promise: Promise.resolve(exit), interrupt: () => {} }
    }
    return {
      exit: undefined,
      promise: new Promise((resolve) => void fiber.addObserver((exit) => resolve(flattenExit(exit)))),
      interrupt: () => fiber.interruptUnsafe()
    }
  }

  /**
   * Repeats a read when the session has changed before its response, so that the result is that of the current user.
   */
  const repeatUntilSameSession = <A, E>(effect: Effect.Effect<A, E>, calls: Calls): Effect.Effect<A, E> =>
    Effect.gen(function* () {
      const before = yield* currentSession(calls)
      const exit = yield* Effect.exit(effect)
      return yield* (yield* currentSession(calls)) === before ? exit : repeatUntilSameSession(effect, calls)
    })

  const cache: Cache<Tier> = makeCache((effect, ofSession) =>
    start(({ raw }) => {
      const read = Effect.provideService(effect, tier, raw)
      return ofSession ? repeatUntilSameSession(read, raw) : read
    })
  )

  const watch = () => {
    let stop = () => {}
    const fiber = runtime.runFork(
      Effect.flatMap(tier, (calls) => {
        stop = calls.onSessionChange(() => void runtime.runFork(checkSession(calls)))
        return checkSession(calls)
      })
    )
    return () => {
      fiber.interruptUnsafe()
      stop()
    }
  }

  return {
    ...cache,
    calls: {
      name: "calls",
      key: "calls",
      ofSession: false,
      effect: Effect.map(tier, (calls) => prepared?.cached ?? calls)
    },
    watch,
    run: (effect, options) => start(({ cached }) => Effect.provideService(effect, tier, cached), options),
    get: (query) =>
      Effect.suspend(() => {
        const { exit, promise } = cache.read(query)
        return exit ?? Effect.flatten(Effect.promise(() => promise))
      })
  }
}
