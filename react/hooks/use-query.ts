/** Reads a query: suspends until its answer is here, throws its error, renders again when it changes. */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import { use, useCallback, useDeferredValue, useSyncExternalStore } from "react"
import { useKeystile } from "../keystile-context.ts"
import type { Query } from "../query/query-cache.ts"

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

export const useQuery = <A, E>(query: Query<A, E>): A => {
  const { cache } = useKeystile()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(query, listener), [cache, query])
  const read = useCallback(() => cache.read(query), [cache, query])
  // Deferred: while a new answer is on its way, a component that shows the old one goes on showing it.
  const state = useDeferredValue(useSyncExternalStore(subscribe, read, onServer))
  const exit = use(state.promise)
  if (Exit.isSuccess(exit)) return exit.value
  const error = Cause.squash(exit.cause)
  if (typeof error === "object" && error !== null) failures.add(error)
  throw error
}
