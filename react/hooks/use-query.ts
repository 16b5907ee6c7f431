/** Reads a query: suspends until its answer is here, throws its error, renders again when it changes. */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import { use, useCallback, useDeferredValue, useSyncExternalStore } from "react"
import { useKeystile } from "../keystile-context.ts"
import type { ClientQuery } from "../../tiers/cache/queries.ts"

/**
 * Nothing is fetched while a server renders: nobody is signed in there. The nearest `<Suspense>` shows its fallback,
 * and the browser renders what is inside it.
 */
const onServer = (): never => {
  throw new Error("Keystile reads the user in the browser: on the server the nearest <Suspense> shows its fallback.")
}

export const useQuery = <A, E>(query: ClientQuery<A, E>): A => {
  const { cache } = useKeystile()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(query, listener), [cache, query])
  const read = useCallback(() => cache.read(query), [cache, query])
  // Deferred: while a new answer is on its way, a component that shows the old one goes on showing it.
  const state = useDeferredValue(useSyncExternalStore(subscribe, read, onServer))
  const exit = use(state.promise)
  if (Exit.isSuccess(exit)) return exit.value
  throw Cause.squash(exit.cause)
}
