/** Reads a query without suspending. */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { useCallback, useMemo } from "react"
import type { ClientQuery } from "../../tiers/cache/queries.ts"
import { useKeystile } from "./keystile-context.ts"
import { useKnown } from "./use-query.ts"

/**
 * The result of a hook whose name ends in `State`: same as the hook without, but it neither suspends nor throws.
 * Pending on a server.
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

const unknownOnServer = () => null

/** Returns the state of a query, or of a value found in its result. Throws defects to the error boundary. */
export function useQueryState<A, E>(query: ClientQuery<A, E>): ReadState<A, E>
export function useQueryState<A, B, E>(query: ClientQuery<A, E>, find: (answer: A) => B): ReadState<B, E>
export function useQueryState<A, E>(
  query: ClientQuery<A, E>,
  find: (answer: A) => unknown = (answer) => answer
): ReadState<unknown, E> {
  const { cache } = useKeystile()
  const same = cache.same(query)
  const refresh = useCallback(() => cache.refresh(same), [cache, same])
  const exit = useKnown(query, unknownOnServer)?.exit
  const data = exit !== undefined && Exit.isSuccess(exit) ? find(exit.value) : undefined
  return useMemo(() => {
    if (exit === undefined) return { pending: true, data: undefined, error: null, refresh }
    if (Exit.isSuccess(exit)) return { pending: false, data, error: null, refresh }
    const error = Cause.findErrorOption(exit.cause)
    if (Option.isNone(error)) throw Cause.squash(exit.cause)
    return { pending: false, data: undefined, error: error.value, refresh }
  }, [data, exit, refresh])
}
