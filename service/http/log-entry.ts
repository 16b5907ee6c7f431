/** What is recorded of a request after its response. */
import { header } from "../../core/http/headers.ts"
import type { Tier } from "../../core/schema/tier.ts"
import type { ServiceRequest } from "../request/service-request.ts"
import { isTier } from "./authenticate.ts"
import type { InterceptedResponse } from "./interceptor.ts"
import type { RoutedRequest } from "./require-route.ts"
import type { ServiceResponse } from "../response/service-response.ts"

/** A request with its outcome, without secrets. */
export interface LogEntry {
  /** The id of the request, which its response has in the header `x-stack-request-id`. */
  readonly id: string
  /** The time of the request. */
  readonly at: Date
  /** The HTTP method. */
  readonly method: string
  /** The declared path, e.g. `/api/v1/users/:user_id`; the requested path if no route matches. */
  readonly route: string
  /** The tier that the request claims. */
  readonly tier: Tier | null
  /** The actual status, even if the response has it in a header only; 0 without a response. */
  readonly status: number
  /** The code of the known error. */
  readonly code: string | null
  /** The kind of the injected fault. */
  readonly fault: string | null
  /** The time until the response, in milliseconds. */
  readonly durationMillis: number
}

/** A request with its response, as they were: both contain secrets. */
export interface HandledRequest {
  readonly request: ServiceRequest
  /** The parsed body, or undefined if there was none or it was not read. */
  readonly body: unknown
  readonly response: ServiceResponse
}

const tierOf = ({ headers }: ServiceRequest): Tier | null => {
  const claimed = headers[header.accessType]
  return isTier(claimed) ? claimed : null
}

export const logEntryOf = <R>(
  { id, match, request, url }: RoutedRequest<R>,
  { fault, response }: InterceptedResponse,
  startedAt: number,
  durationMillis: number
): LogEntry => ({
  id,
  at: new Date(startedAt),
  method: request.method.slice(0, 20),
  route: match?.route.path ?? url.pathname.slice(0, 200),
  tier: tierOf(request),
  status: Number(response.headers[header.actualStatus] ?? response.status),
  code: response.headers[header.knownError] ?? null,
  fault,
  durationMillis
})
