/** What a provider holds: the runtime, the state read through it, and who is signed in. All of it outside React. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { canReturnTo } from "../../core/navigation/return-url.ts"
import { makeListeners } from "../../core/lightweight/listeners.ts"
import { clientTable } from "../../tiers/cache/client-table.ts"
import { userQuery } from "../../tiers/cache/queries.ts"
import { makeTierCache, type TierCache, type TierRuntime } from "../../tiers/cache/tier-cache.ts"
import { Client, type ClientCalls } from "../../tiers/client.ts"
import { type FromSnapshot, fromSnapshot } from "./from-snapshot.ts"

/** What runs effects that need a client, e.g. a `ManagedRuntime`. */
export type ClientRuntime = TierRuntime<Client>

/** What belongs to a runtime, and is the same for every provider that is given it. */
export interface SharedState {
  readonly cache: TierCache<Client, ClientCalls>
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

/** What a provider holds. */
export interface Keystile extends SharedState, FromSnapshot {}

/** The state of one runtime. */
export const makeSharedState = (runtime: ClientRuntime): SharedState => {
  const cache = makeTierCache(Client, runtime, clientTable)
  let active = 0
  const listeners = makeListeners()

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
        void cache.run(Effect.flatMap(Client, goToSignIn))
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
    run: (effect, options) => cache.run(effect, options).promise,
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

/** Never from a page of signing in: it would be loaded for ever where an application shows nothing else on it. */
const goToSignIn = ({ navigation }: ClientCalls) =>
  Effect.flatMap(navigation.current, (current) => {
    if (current === null || canReturnTo(current.href, current, navigation.urls)) {
      return navigation.goTo("signIn", { replace: true })
    }
    return Effect.sync(() =>
      globalThis.console.warn(
        `Keystile: something on ${current.pathname} needs a user and sends everybody else to sign-in, which is here. ` +
          "Show <Handler /> for this address, outside of what needs a user."
      )
    )
  })

const shared = new WeakMap<ClientRuntime, SharedState>()

/** The state of a runtime that somebody else made: the same ones for every provider that is given it. */
export const sharedStateOf = (runtime: ClientRuntime): SharedState => {
  const known = shared.get(runtime) ?? makeSharedState(runtime)
  shared.set(runtime, known)
  return known
}

/** What a provider holds whose page came with a snapshot. */
export const withSnapshot = (state: SharedState, snapshot: unknown): Keystile => {
  const { initial, renew } = fromSnapshot(state.cache, snapshot)
  return {
    ...state,
    initial,
    renew: (newer) => {
      if (!state.changes.active()) renew(newer)
    }
  }
}
