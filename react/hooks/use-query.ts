/** Reads a query: suspends until its answer is here, throws its error, renders again when it changes. */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import { use, useCallback, useDeferredValue, useSyncExternalStore } from "react"
import type { QueryState } from "../../tiers/cache/cache.ts"
import type { ClientQuery } from "../../tiers/cache/queries.ts"
import { useKeystile } from "../keystile-context.ts"

/**
 * Nothing is fetched while a server renders: nobody is signed in there. The nearest `<Suspense>` shows its fallback,
 * and the browser renders what is inside it.
 */
const onServer = (): never => {
  throw new Error("Keystile reads the user in the browser: on the server the nearest <Suspense> shows its fallback.")
}

const failures = new WeakSet<object>()

/** Whether an error was thrown by a hook because its answer could not be had. */
export const isFailedAnswer = (error: unknown): boolean =>
  typeof error === "object" && error !== null && failures.has(error)

/** What is known about a query, as it changes. */
export const useKnown = <A, E, Server>(
  query: ClientQuery<A, E>,
  onServer: () => Server
): QueryState<A, E> | Server => {
  const { cache } = useKeystile()
  const same = cache.same(query)
  const subscribe = useCallback((listener: () => void) => cache.subscribe(same, listener), [cache, same])
  const read = useCallback(() => cache.read(same), [cache, same])
  return useSyncExternalStore<QueryState<A, E> | Server>(subscribe, read, onServer)
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
