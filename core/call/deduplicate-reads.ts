/**
 * Deduplicates concurrent reads (single flight). Results are not cached: a read that starts after the response sends a
 * new request.
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { RequestError } from "../errors/request-error.ts"
import { makeSingleFlight } from "../sharing/single-flight.ts"

export interface ReadDeduplication {
  /** Joins the read of this key, or starts it. A key identifies one effect, with its types. */
  readonly read: <A, E>(key: string, effect: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** Run it after a write: later reads do not join reads that may have started before the write. */
  readonly afterWrite: Effect.Effect<void>
}

const isSessionChanged = (error: unknown) => error instanceof RequestError && error.reason._tag === "SessionChanged"

export const makeReadDeduplication = (): ReadDeduplication => {
  const flights = makeSingleFlight<string>()
  return {
    read: (key, effect) =>
      Effect.contextWith((context: Context.Context<never>) => {
        const { isJoined, result } = flights.join(key, effect, context)
        // The session changed in the token store of the caller that started the read. That of this caller may not have
        // changed.
        return isJoined ? Effect.catchIf(result, isSessionChanged, () => effect) : result
      }),
    afterWrite: Effect.sync(flights.clear)
  }
}
