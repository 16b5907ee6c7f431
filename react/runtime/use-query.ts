/** Reads a query and suspends. */
import { use, useCallback, useSyncExternalStore } from "react"
import type { QueryState } from "../../tiers/cache/query.ts"
import type { ClientQuery } from "../../tiers/cache/queries.ts"
import type { Engine } from "./engine-module.ts"
import { useOpened } from "./keystile-context.ts"
import { notOnServer } from "./on-server.ts"
import type { LoadedKeystile } from "./provider-context.ts"
import { subscribeToNothing } from "./use-browser-value.ts"
import { useDeferredState } from "./use-deferred-state.ts"
import { queryError } from "../engine/query-error.ts"

/** Selects one of the queries, which are a part of the engine. */
export type SelectQuery<A, E> = (queries: Engine["queries"]) => ClientQuery<A, E>

/**
 * A server sends no requests: only the snapshot is known there. The nearest `<Suspense>` shows its fallback, and the
 * browser renders its content.
 */
const failOnServer = (): never => {
  throw notOnServer("Keystile reads only the snapshot on a server")
}

/**
 * Returns the state of a query and renders again when it changes. During server rendering and hydration it is that of
 * the snapshot, or else `unknown`. Also `unknown` before the engine is loaded.
 */
export const useKnown = <A, E, Unknown>(
  opened: LoadedKeystile | null,
  query: ClientQuery<A, E> | null,
  unknown: () => Unknown
): QueryState<A, E> | Unknown => {
  const cache = opened?.keystile.cache
  const same = query && (cache?.same(query) ?? query)
  const subscribe = useCallback(
    (listener: () => void) => (same === null ? undefined : cache?.subscribe(same, listener)) ?? subscribeToNothing(),
    [cache, same]
  )
  const read = () => (same === null ? undefined : cache?.read(same)) ?? unknown()
  const initial = () => (same === null ? undefined : opened?.keystile.initial(same)) ?? unknown()
  return useSyncExternalStore<QueryState<A, E> | Unknown>(subscribe, read, initial)
}

/**
 * Returns the result of the query that `select` returns. Throws its error to the error boundary.
 *
 * @param subject Queries with the same subject keep the earlier result while the next is read. Default the query's key.
 */
export const useQuery = <A, E>(select: SelectQuery<A, E>, subject?: string): A => {
  const opened = useOpened()
  return useOpenedQuery(opened, select(opened.engine.queries), subject)
}

/** Same as `useQuery`, for a query that the caller has. */
export const useOpenedQuery = <A, E>(opened: LoadedKeystile, query: ClientQuery<A, E>, subject = query.key): A => {
  const state = useDeferredState(opened.keystile.cache, subject, useKnown(opened, query, failOnServer))
  const exit = use(state.promise)
  if (exit._tag === "Success") return exit.value
  throw queryError(opened.engine.squash(exit.cause))
}
