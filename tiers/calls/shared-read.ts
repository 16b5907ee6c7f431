/** Reads that callers share. */
import type * as Effect from "effect/Effect"
import { call } from "../../core/call/call.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { Endpoint } from "../../core/http/endpoint.ts"
import type { CallDependencies } from "./call-dependencies.ts"

export type SharedRead = <Input, Success, Failure>(
  endpoint: Endpoint<Input, Success, Failure>,
  ...[input]: {} extends Input ? [input?: Input] : [input: Input]
) => Effect.Effect<Success, Failure | RequestError>

/** What is asked. All of it is text; what is none comes from JavaScript, is refused later, and is nobody else's question. */
const keyOf = (input: object = {}): string | null =>
  Object.values(input)
    .flatMap((part: object) => Object.values(part))
    .every((value) => typeof value === "string")
    ? JSON.stringify(input)
    : null

/** Calls an endpoint that only reads: callers of one session who ask it the same at the same moment share one request. */
export const sharedRead =
  ({ bind, shared }: CallDependencies): SharedRead =>
  (endpoint, ...input) => {
    const key = keyOf(input[0] as object | undefined)
    const answer = call(endpoint, ...input)
    return key === null ? bind(answer) : shared(`${endpoint.name} ${key}`, answer)
  }
