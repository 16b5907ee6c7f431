/** Queries: reads that can be cached, and their cached state. */
import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"

/** A read from the service with the calls of a tier. */
export interface Query<A, E, Tier> {
  /** The call that reads it, e.g. `teams.list`. */
  readonly name: string
  /** The name and the input of the call, see `keyOf`. Queries with the same key are the same query. */
  readonly key: string
  /** True for a result that depends on the signed-in user. It is read again when the session changes. */
  readonly ofSession: boolean
  /** Reads the value. */
  readonly effect: Effect.Effect<A, E, Tier>
}

export const keyOf = (name: string, input: ReadonlyArray<unknown> = []): string => JSON.stringify([name, ...input])

/** The cached state of a query. Every change creates a new object. */
export interface QueryState<A, E> {
  /** The result; undefined while the request is running. */
  readonly exit: Exit.Exit<A, E> | undefined
  /** Resolves with the result, or with the one of a later request that replaced it. Never rejects. */
  readonly promise: Promise<Exit.Exit<A, E>>
}

// React's `use` reads `status` and `value` of a promise, and with them returns a cached result in the same render. It
// needs the promise with which it suspended again once the result has arrived.
export const makeSettledState = <A, E>(exit: Exit.Exit<A, E>, waitedFor = Promise.resolve(exit)): QueryState<A, E> => ({
  exit,
  promise: Object.assign(waitedFor, { status: "fulfilled", value: exit })
})
