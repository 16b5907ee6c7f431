/** Deduplicated reads (single flight). */
import type * as Effect from "effect/Effect"
import { call } from "../../core/call/call.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { Endpoint } from "../../core/http/endpoint.ts"
import type { CallDependencies } from "./call-dependencies.ts"

export type SharedRead = <Input, Success, Failure>(
  endpoint: Endpoint<Input, Success, Failure>,
  ...[input]: {} extends Input ? [input?: Input] : [input: Input]
) => Effect.Effect<Success, Failure | RequestError>

/** The key of the input, or `null` for input that is not text: JavaScript can pass it, and the encoding rejects it. */
const keyOf = (input: unknown): string | null =>
  Object.values(input ?? {})
    .flatMap((part: object) => Object.values(part))
    .every((value) => typeof value === "string")
    ? JSON.stringify(input ?? {})
    : null

/** Calls an endpoint that only reads. Concurrent reads of one session with the same input share one request. */
export const sharedRead =
  ({ bind, share }: CallDependencies): SharedRead =>
  (endpoint, ...input) => {
    const key = keyOf(input[0])
    const read = call(endpoint, ...input)
    return key === null ? bind(read) : share(`${endpoint.name} ${key}`, read)
  }
