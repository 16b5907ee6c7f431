/** What a provider holds: the runtime, the answers read through it, and who is signed in. All of it outside React. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { makeListeners } from "../core/session/listeners.ts"
import { clientTable } from "../tiers/cache/writes.ts"
import { userQuery } from "../tiers/cache/queries.ts"
import { makeTierCache, type TierCache, type TierRuntime } from "../tiers/cache/tier-cache.ts"
import { Client, type ClientCalls } from "../tiers/client.ts"

/** What runs effects that need a client, e.g. a `ManagedRuntime`. */
export type ClientRuntime = TierRuntime<Client>

export interface Keystile {
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

/** The answers of one runtime. */
export const makeKeystile = (runtime: ClientRuntime): Keystile => {
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
        void cache.run(Effect.flatMap(Client, ({ navigation }) => navigation.goTo("signIn", { replace: true })))
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

const shared = new WeakMap<ClientRuntime, Keystile>()

/** The answers of a runtime that somebody else made: the same ones for every provider that is given it. */
export const keystileOf = (runtime: ClientRuntime): Keystile => {
  const known = shared.get(runtime) ?? makeKeystile(runtime)
  shared.set(runtime, known)
  return known
}
