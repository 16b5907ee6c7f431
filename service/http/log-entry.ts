import type { Tier } from "../../core/schema/tier.ts"

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
