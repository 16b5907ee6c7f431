/** What a provider holds: the runtime, the answers read through it, and who is signed in. All of it outside React. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { makeListeners } from "../core/session/listeners.ts"
import { Client, type ClientCalls } from "../tiers/client.ts"
import { makeQueryCache, type QueryCache, type Running } from "./query/query-cache.ts"
import { userQuery } from "./query/queries.ts"

/**
 * What runs effects that need a client; a `ManagedRuntime` is one. The errors of building it are thrown where the client
 * is used.
 */
export interface ClientRuntime {
  readonly runFork: <A, E>(
    effect: Effect.Effect<A, E, Client>,
    options?: { readonly signal?: AbortSignal | undefined }
  ) => Fiber.Fiber<A, unknown>
}

/**
 * A runtime for one client, which is made when the first effect runs. It needs no layers and holds nothing that would
 * have to be released: a `ManagedRuntime` would add 2 kB for neither.
 */
export const runtimeOf = (make: Effect.Effect<ClientCalls, unknown>): ClientRuntime => {
  let made: Exit.Exit<ClientCalls, unknown> | undefined
  const client = Effect.suspend(() => made ??= Effect.runSyncExit(make))
  return { runFork: (effect, options) => Effect.runFork(Effect.provideServiceEffect(effect, Client, client), options) }
}

export interface Keystile {
  readonly cache: QueryCache
  /** Looks out for changes of the session, as long as a provider is mounted; gives back how to stop that. */
  readonly watch: () => () => void
  /** Runs an effect; what its runtime could not be built from is a defect. */
  readonly run: <A, E>(
    effect: Effect.Effect<A, E, Client>,
    options?: { readonly signal?: AbortSignal | undefined }
  ) => Promise<Exit.Exit<A, E>>
  /**
   * Goes to the page of sign-in, unless meanwhile somebody is signed in or the page has changed. Resolves when it is
   * time to look again. While a screen changes the session and leaves, nobody else goes anywhere.
   */
  readonly redirectToSignIn: () => Promise<void>
  /** Changes of the session that the screens themselves make, see `session-change.ts`. */
  readonly changes: {
    readonly begin: () => () => void
    readonly active: () => boolean
    readonly subscribe: (listener: () => void) => () => void
  }
}

/** The answers of one runtime. */
export const makeKeystile = (runtime: ClientRuntime): Keystile => {
  let prepared: { readonly raw: ClientCalls; readonly client: ClientCalls } | undefined
  let identity: string | null = null
  let active = 0
  const listeners = makeListeners()

  const whoIsSignedIn = (raw: ClientCalls) =>
    Effect.map(raw.stored, ({ refreshToken }) => refreshToken === null ? null : Redacted.value(refreshToken))

  /** The client that screens and hooks use: its writes show in the answers. Made when the first effect runs. */
  const prepare = (raw: ClientCalls) => {
    prepared = {
      raw,
      client: {
        ...raw,
        updateUser: (update) =>
          Effect.tap(raw.updateUser(update), (user) => Effect.sync(() => cache.set(userQuery, user)))
      }
    }
    return Effect.map(whoIsSignedIn(raw), (now) => {
      identity = now
    })
  }

  const bound = <A, E>(effect: Effect.Effect<A, E, Client>): Effect.Effect<Exit.Exit<A, E>, never, Client> =>
    Effect.gen(function*() {
      const raw = yield* Client
      if (prepared?.raw !== raw) yield* prepare(raw)
      return yield* Effect.exit(Effect.provideService(effect, Client, prepared?.client ?? raw))
    })

  const flat = <A, E>(exit: Exit.Exit<Exit.Exit<A, E>, unknown>): Exit.Exit<A, E> => {
    if (Exit.isSuccess(exit)) return exit.value
    return Cause.hasInterruptsOnly(exit.cause) ? Exit.interrupt() : Exit.die(Cause.squash(exit.cause))
  }

  const start = <A, E>(
    effect: Effect.Effect<A, E, Client>,
    options: { readonly signal?: AbortSignal | undefined } = {}
  ): Running<A, E> => {
    const fiber = runtime.runFork(bound(effect), options)
    const over = fiber.pollUnsafe()
    if (over !== undefined) {
      const exit = flat(over)
      return { exit, promise: Promise.resolve(exit), interrupt: () => {} }
    }
    return {
      exit: undefined,
      promise: new Promise((resolve) => void fiber.addObserver((exit) => resolve(flat(exit)))),
      interrupt: () => fiber.interruptUnsafe()
    }
  }

  const cache = makeQueryCache(start)

  /** Drops the answers if somebody else is signed in by now. */
  const lookAgain = (raw: ClientCalls) =>
    Effect.map(whoIsSignedIn(raw), (now) => {
      if (prepared === undefined || now === identity) return
      identity = now
      cache.sessionChanged()
    })

  const watch = () => {
    let stop = () => {}
    const fiber = runtime.runFork(Effect.flatMap(Client, (raw) => {
      stop = raw.onSessionChange(() => void runtime.runFork(lookAgain(raw)))
      return lookAgain(raw)
    }))
    return () => {
      fiber.interruptUnsafe()
      stop()
    }
  }

  let redirect: Promise<void> | null = null
  const redirectToSignIn = () => {
    if (redirect !== null) return redirect
    const from = globalThis.location?.href
    // Not in the render that asks for it.
    if (active === 0) {
      setTimeout(() => {
        const { exit } = cache.read(userQuery)
        const signedOut = exit !== undefined && Exit.isSuccess(exit) && exit.value === null
        if (active > 0 || !signedOut || globalThis.location?.href !== from) return
        void start(Effect.flatMap(Client, ({ navigation }) => navigation.goTo("signIn", { replace: true })))
      }, 0)
    }
    redirect = new Promise((resolve) => {
      const again = () => {
        redirect = null
        leaveUser()
        leaveChanges()
        resolve()
      }
      const leaveUser = cache.subscribe(userQuery, again)
      const leaveChanges = listeners.subscribe(() => active === 0 && again())
    })
    return redirect
  }

  return {
    cache,
    watch,
    run: (effect, options) => start(effect, options).promise,
    redirectToSignIn,
    changes: {
      begin: () => {
        active++
        listeners.notify()
        return () => {
          active--
          listeners.notify()
        }
      },
      active: () => active > 0,
      subscribe: listeners.subscribe
    }
  }
}

const shared = new WeakMap<ClientRuntime, Keystile>()

/** The answers of a runtime that somebody else made: the same ones for every provider that is given it. */
export const keystileOf = (runtime: ClientRuntime): Keystile => {
  const known = shared.get(runtime) ?? makeKeystile(runtime)
  shared.set(runtime, known)
  return known
}
