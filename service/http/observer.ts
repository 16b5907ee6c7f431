/** Observes requests: in production, for logs, metrics and traces. */
import type { Effect } from "effect"
import type { ServiceResponse } from "../response/service-response.ts"

/** A request without its secrets. */
export interface ObservedRequest {
  /** The value of the response's header `x-stack-request-id`. */
  readonly id: string
  readonly method: string
  /** The declared path, e.g. `/api/v1/users/:user_id`. `null` if none matches: the requested path may hold a secret. */
  readonly route: string | null
  /** The header `traceparent` (W3C Trace Context). */
  readonly traceparent: string | undefined
}

/** Runs around the handling of each request. */
export type Observer = <R>(
  request: ObservedRequest,
  handled: Effect.Effect<ServiceResponse, never, R>
) => Effect.Effect<ServiceResponse, never, R>

/** Observes nothing. */
export const observeNothing: Observer = (_request, handled) => handled
