import type { ServiceRequest } from "../request/service-request.ts"
import type { ServiceResponse } from "../response/service-response.ts"

/** A request with its response, as they were: both contain secrets. */
export interface HandledRequest {
  readonly request: ServiceRequest
  /** The parsed body, or undefined if there was none or it was not read. */
  readonly body: unknown
  readonly response: ServiceResponse
}
