/** Reads a query: suspends until its answer is here, throws its error, renders again when it changes. */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import { use, useCallback, useDeferredValue, useSyncExternalStore } from "react"
import type { QueryState } from "../../tiers/cache/cache.ts"
import type { ClientQuery } from "../../tiers/cache/queries.ts"
import { useKeystile } from "./keystile-context.ts"
import { notOnServer } from "./on-server.ts"

/**
 * Nothing is fetched while a server renders: what is in no snapshot is not known there. The nearest `<Suspense>` shows
 * its fallback, and the browser renders what is inside it.
 */
const onServer = (): never => {
  throw notOnServer("Keystile knows on the server what is in a snapshot, and reads the rest in the browser")
}

const failures = new WeakSet<object>()

/** Whether an error was thrown by a hook because its answer could not be had. */
export const isQueryError = (error: unknown): boolean =>
  typeof error === "object" && error !== null && failures.has(error)

/**
 * What is known about a query, as it changes. While a server renders, and while the browser takes its page over, that is
 * what the snapshot says, or else `unknown`.
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
  // Deferred: while a new answer is on its way, a component that shows the old one goes on showing it.
  const state = useDeferredValue(useKnown(query, onServer))
  const exit = use(state.promise)
  if (Exit.isSuccess(exit)) return exit.value
  const error = Cause.squash(exit.cause)
  if (typeof error === "object" && error !== null) failures.add(error)
  throw error
}
