/** Runs around each request: in development, injected faults do. */
import { Effect } from "effect"
import type { ServiceRequest } from "../request/service-request.ts"
import type { ServiceResponse } from "../response/service-response.ts"

/** Responds to a request itself, or with `respond`. */
export type Interceptor = <R>(
  request: ServiceRequest,
  path: string,
  respond: Effect.Effect<ServiceResponse, never, R>
) => Effect.Effect<InterceptedResponse, never, R>

/** A response, and the kind of the fault that an interceptor injected. */
export interface InterceptedResponse {
  readonly response: ServiceResponse
  readonly fault: string | null
}

/** Injects no fault. */
export const passThrough: Interceptor = (_request, _path, respond) =>
  Effect.map(respond, (response) => ({ response, fault: null }))
