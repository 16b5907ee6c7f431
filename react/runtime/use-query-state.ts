/** Reads a query without suspending: what is known comes as data. */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { useCallback, useMemo } from "react"
import type { ClientQuery } from "../../tiers/cache/queries.ts"
import { useKeystile } from "./keystile-context.ts"
import { useKnown } from "./use-query.ts"

/**
 * What a hook whose name ends in `State` gives: the twin of the one without, for components that rather show their own
 * waiting and failing than suspend and throw. On a server it is pending.
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
  /** Asks the service again, at most every 300 ms. What is known stays until the answer is here. */
  readonly refresh: () => Promise<void>
}

const unknownOnServer = () => null

/**
 * The state of a query, or of what is found in its answer. A defect, which no component expects, is thrown to the error
 * boundary.
 */
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
