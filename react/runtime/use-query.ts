/** Reads a query and suspends. */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import { use, useCallback, useDeferredValue, useSyncExternalStore } from "react"
import type { QueryState } from "../../tiers/cache/cache.ts"
import type { ClientQuery } from "../../tiers/cache/queries.ts"
import { useKeystile } from "./keystile-context.ts"
import { notOnServer } from "./on-server.ts"

/**
 * A server sends no requests: only the snapshot is known there. The nearest `<Suspense>` shows its fallback, and the
 * browser renders its content.
 */
const onServer = (): never => {
  throw notOnServer("Keystile reads only the snapshot on a server")
}

const failures = new WeakSet<object>()

/** Returns whether a hook threw the error because a query failed. */
export const isQueryError = (error: unknown): boolean =>
  typeof error === "object" && error !== null && failures.has(error)

/**
 * Returns the state of a query and renders again when it changes. During server rendering and hydration it is that of
 * the snapshot, or else `unknown`.
 */
export const useKnown = <A, E, Unknown>(
  query: ClientQuery<A, E>,
  unknown: () => Unknown
): QueryState<A, E> | Unknown => {
  const { cache, initial } = useKeystile()
  const same = cache.same(query)
  const subscribe = useCallback((listener: () => void) => cache.subscribe(same, listener), [cache, same])
  const read = useCallback(() => cache.read(same), [cache, same])
  return useSyncExternalStore<QueryState<A, E> | Unknown>(subscribe, read, () => initial(same) ?? unknown())
}

export const useQuery = <A, E>(query: ClientQuery<A, E>): A => {
  // Deferred: a component keeps its content while a new result is loaded.
  const state = useDeferredValue(useKnown(query, onServer))
  const exit = use(state.promise)
  if (Exit.isSuccess(exit)) return exit.value
  const error = Cause.squash(exit.cause)
  if (typeof error === "object" && error !== null) failures.add(error)
  throw error
}
