/** Reads a query without suspending. */
import { useCallback, useMemo } from "react"
import type { LoadFailure } from "../../core/loading/load-failure.ts"
import { useOpenedForSnapshot, useProviderContext } from "./keystile-context.ts"
import { type SelectQuery, useKnown } from "./use-query.ts"

/**
 * The result of a hook whose name ends in `State`: same as the hook without, but it neither suspends nor throws.
 * Pending until the runtime is loaded, and on a server unless the snapshot has the result. While a page hydrates that a
 * server rendered from a snapshot, its HTML stays until the runtime is loaded.
 *
 * @example
 * const { data, error, pending } = useTeamsState()
 * if (pending) return <Spinner />
 * if (error !== null) return <p>{error.message}</p>
 * return <TeamList teams={data} />
 */
export type ReadState<A, E> = (
  | { readonly pending: true; readonly data: undefined; readonly error: null }
  | { readonly pending: false; readonly data: undefined; readonly error: E }
  | { readonly pending: false; readonly data: A; readonly error: null }
) & {
  /** Reads again, at most every 300 ms. The current data stays until the response. */
  readonly refresh: () => Promise<void>
}

const unknown = () => null

/** Returns the state of a query, or of a value found in its result. Throws defects to the error boundary. */
export function useQueryState<A, E>(select: SelectQuery<A, E>): ReadState<A, E>
export function useQueryState<A, B, E>(select: SelectQuery<A, E>, find: (value: A) => B): ReadState<B, E>
export function useQueryState<A, E>(
  select: SelectQuery<A, E>,
  find: (value: A) => unknown = (value) => value
): ReadState<unknown, E> {
  const { open } = useProviderContext()
  const opened = useOpenedForSnapshot()
  const query = opened && opened.keystile.cache.same(select(opened.engine.queries))
  const refresh = useCallback(
    () =>
      open().then(
        ({ keystile }) => (query === null ? undefined : keystile.cache.refresh(query)),
        (_: LoadFailure) => {}
      ),
    [open, query]
  )
  const exit = useKnown(opened, query, unknown)?.exit
  const data = exit?._tag === "Success" ? find(exit.value) : undefined
  return useMemo(() => {
    if (opened === null || exit === undefined) return { pending: true, data: undefined, error: null, refresh }
    if (exit._tag === "Success") return { pending: false, data, error: null, refresh }
    const outcome = opened.engine.outcomeOf(exit)
    if (outcome.status !== "failure") throw opened.engine.squash(exit.cause)
    return { pending: false, data: undefined, error: outcome.error, refresh }
  }, [data, exit, opened, refresh])
}
