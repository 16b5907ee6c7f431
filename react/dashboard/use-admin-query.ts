/** Reads a query of a dashboard. */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { use, useCallback, useMemo, useSyncExternalStore } from "react"
import { keyOf, type QueryState } from "../../tiers/cache/query.ts"
import { queryError } from "../engine/query-error.ts"
import { notOnServer } from "../runtime/on-server.ts"
import { useDeferredState } from "../runtime/use-deferred-state.ts"
import type { ReadState } from "../runtime/use-query-state.ts"
import { useDashboard } from "./dashboard-provider.tsx"
import type { AdminQuery } from "./queries.ts"

const onServer = (): never => {
  throw notOnServer("A dashboard reads nothing on a server")
}

const useCached = <A, E, Unknown>(query: AdminQuery<A, E>, initial: () => Unknown): QueryState<A, E> | Unknown => {
  const { cache } = useDashboard()
  const same = cache.same(query)
  const subscribe = useCallback((listener: () => void) => cache.subscribe(same, listener), [cache, same])
  return useSyncExternalStore<QueryState<A, E> | Unknown>(subscribe, () => cache.read(same), initial)
}

/**
 * Returns the result. Suspends, and throws the error to the error boundary.
 *
 * @param subject Queries with the same subject keep the earlier result while the next is read. Default the query's key.
 */
export const useAdminQuery = <A, E>(query: AdminQuery<A, E>, subject = query.key): A => {
  const { cache } = useDashboard()
  const exit = use(useDeferredState(cache, subject, useCached(query, onServer)).promise)
  if (Exit.isSuccess(exit)) return exit.value
  throw queryError(Cause.squash(exit.cause))
}

/** The options of a page that name what the list is about. */
interface PageSubject {
  readonly actorId?: string | undefined
  readonly targetId?: string | undefined
  readonly teamId?: string | undefined
  readonly userId?: string | undefined
}

/** Same as `useAdminQuery` for a page of a list: the earlier page of the same subject stays meanwhile. */
export const useAdminPage = <A, E>(
  query: AdminQuery<A, E>,
  { actorId, targetId, teamId, userId }: PageSubject = {}
): A => useAdminQuery(query, keyOf("page", [actorId, targetId, teamId, userId]))

/** Returns the state of a read without suspending. Throws defects to the error boundary. */
export const useAdminQueryState = <A, E>(query: AdminQuery<A, E>): ReadState<A, E> => {
  const { cache } = useDashboard()
  const exit = useCached(query, () => null)?.exit
  const same = cache.same(query)
  const refresh = useCallback(() => cache.refresh(same), [cache, same])
  return useMemo(() => {
    if (exit === undefined) return { pending: true, data: undefined, error: null, refresh }
    if (Exit.isSuccess(exit)) return { pending: false, data: exit.value, error: null, refresh }
    const error = Exit.findErrorOption(exit)
    if (Option.isNone(error)) throw Cause.squash(exit.cause)
    return { pending: false, data: undefined, error: error.value, refresh }
  }, [exit, refresh])
}
