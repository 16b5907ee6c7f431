/** The state of a provider, outside of React: its runtime, the query cache on it, and session changes. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { canReturnTo } from "../../core/navigation/return-url.ts"
import { makeListeners } from "../../core/lightweight/listeners.ts"
import { clientTable } from "../../tiers/cache/client-table.ts"
import { entryPageOf, unrestrictedUser } from "../../tiers/calls/user-state.ts"
import { userQuery } from "../../tiers/cache/queries.ts"
import { makeTierCache, type TierCache, type TierRuntime } from "../../tiers/cache/tier-cache.ts"
import { Client, type ClientCalls } from "../../tiers/client.ts"
import { type FromSnapshot, fromSnapshot } from "./from-snapshot.ts"
import type { Site } from "./site.ts"
import { queryError } from "./query-error.ts"

/** Runs effects that need a client, e.g. a `ManagedRuntime`. */
export type ClientRuntime = TierRuntime<Client>

/** The state that all providers on one runtime share. */
export interface SharedState {
  readonly cache: TierCache<Client, ClientCalls>
  /** Runs an effect. Errors of building the runtime's layer are defects. */
  readonly run: <A, E>(
    effect: Effect.Effect<A, E, Client>,
    options?: { readonly signal?: AbortSignal | undefined }
  ) => Promise<Exit.Exit<A, E>>
  /**
   * Redirects to sign-in, or a restricted user to the page `onboarding`, unless the user has signed in, the page has
   * changed, or a screen is changing the session. Resolves when the user has signed in, or when the user or a session
   * change makes a new decision necessary. It subscribes to the user until then.
   */
  readonly redirectToSignIn: () => Promise<void>
  /** Session changes of the screens, see `change-session.ts`. */
  readonly changes: {
    readonly begin: () => () => void
    readonly active: () => boolean
    readonly subscribe: (listener: () => void) => () => void
  }
}

/** The state of one provider. */
export interface Keystile extends SharedState, FromSnapshot {
  /** Resolves with the project and the pages. The same promise until the runtime is built anew. */
  readonly site: () => Promise<Site>
}

/** Returns the site of the client that a cache's runtime provides. */
const siteOf = (cache: SharedState["cache"]) => {
  const sites = new WeakMap<object, Promise<Site>>()
  const read = (exit: Exit.Exit<ClientCalls>): Site => {
    if (Exit.isFailure(exit)) throw queryError(Cause.squash(exit.cause))
    const { navigation, projectId } = exit.value
    const { goToUrl, method, urls } = navigation
    return { projectId, urls, method, goToUrl: (url, options) => Effect.runSync(goToUrl(url, options)) }
  }
  return () => {
    const state = cache.read(cache.calls)
    const known = sites.get(state)
    if (known !== undefined) return known
    const site = state.promise.then(read)
    // `use` reads these fields of a promise, and then does not suspend.
    if (state.exit !== undefined && Exit.isSuccess(state.exit)) {
      Object.assign(site, { status: "fulfilled", value: read(state.exit) })
    }
    sites.set(state, site)
    return site
  }
}

/** Makes the state on a runtime. */
export const makeSharedState = (runtime: ClientRuntime): SharedState => {
  const cache = makeTierCache(Client, runtime, clientTable)
  let active = 0
  const listeners = makeListeners()

  let redirect: Promise<void> | null = null
  const redirectToSignIn = () => {
    if (redirect !== null) return redirect
    const from = globalThis.location?.href
    redirect = new Promise((resolve) => {
      // Not during the render that calls this.
      const check = setTimeout(() => {
        const { exit } = cache.read(userQuery)
        if (active > 0 || exit === undefined || !Exit.isSuccess(exit)) return
        if (unrestrictedUser(exit.value) !== null) return again()
        if (globalThis.location?.href !== from) return
        const page = entryPageOf(exit.value)
        void cache.run(Effect.flatMap(Client, (client) => goToEntry(client, page)))
      }, 0)
      const again = () => {
        redirect = null
        clearTimeout(check)
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

/** Redirects to a page, except from a page of sign-in, which would redirect to itself for ever. */
const goToEntry = ({ navigation }: ClientCalls, page: "signIn" | "onboarding") =>
  Effect.flatMap(navigation.current, (current) => {
    if (current === null || canReturnTo(current.href, current, navigation.urls)) {
      return navigation.goTo(page, { replace: true })
    }
    return Effect.sync(() =>
      globalThis.console.warn(
        `Keystile: a component on ${current.pathname} requires a user and redirects to sign-in, which is this page. ` +
          "Render <Handler /> for this URL, outside of components that require a user."
      )
    )
  })

const sharedStates = new WeakMap<ClientRuntime, SharedState>()

/** Returns the state on a runtime of the application, the same for every provider. */
export const sharedStateOf = (runtime: ClientRuntime): SharedState => {
  const known = sharedStates.get(runtime) ?? makeSharedState(runtime)
  sharedStates.set(runtime, known)
  return known
}

/** Adds the snapshot of one provider to the shared state. */
export const withSnapshot = (state: SharedState, snapshot: unknown): Keystile => {
  const { initial, renew } = fromSnapshot(state.cache, snapshot)
  return {
    ...state,
    site: siteOf(state.cache),
    initial,
    renew: (newer) => {
      if (!state.changes.active()) renew(newer)
    }
  }
}
