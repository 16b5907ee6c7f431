/**
 * Bounds the memory of request bodies across all requests.
 *
 * Every request may hold a small body, so that sign-in keeps working while large bodies are refused. The connection
 * limit bounds how many small bodies there are. All requests share one capacity for the bytes above that.
 */
import { Effect } from "effect"
import { MEMORY_CAPACITY, SMALL_BODY } from "../validation/body-limits.ts"
import { type RawResponse, textError } from "../response/raw-response.ts"
import { retryAfter } from "../response/response-headers.ts"

export interface BodyMemory {
  /** Runs an effect that holds a body of this length; fails with 503 if there is no capacity for it. */
  readonly hold: <A, E, R>(length: number, use: Effect.Effect<A, E, R>) => Effect.Effect<A, E | RawResponse, R>
}

export const makeBodyMemory = (capacity = MEMORY_CAPACITY): BodyMemory => {
  let held = 0
  return {
    hold: <A, E, R>(length: number, use: Effect.Effect<A, E, R>) =>
      Effect.suspend((): Effect.Effect<A, E | RawResponse, R> => {
        const needed = Math.max(0, length - SMALL_BODY)
        if (needed === 0) return use
        if (held + needed > capacity) return Effect.fail(overloadResponse)
        held += needed
        return Effect.ensuring(
          use,
          Effect.sync(() => {
            held -= needed
          })
        )
      })
  }
}

const overloadResponse = textError(503, "Too many large bodies are being read. Try again in a second.", retryAfter(1))
