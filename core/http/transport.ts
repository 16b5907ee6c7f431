/**
 * The network, as the rest of the SDK sees it: a request in; status, headers and body out, or "no connection".
 *
 * Nothing else in `core/` touches the network. The default layer is `transport-fetch.ts`; `transport-http-client.ts`
 * runs on Effect's own `HttpClient` instead.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Data from "effect/Data"
import type { RequestError, ResponseTooLarge } from "../errors/request-error.ts"

export interface TransportRequest {
  readonly method: string
  readonly url: string
  /** Lower-case names. Holds keys and tokens: never log it. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** How many bytes the response's body may have. A longer one is not read to its end. */
  readonly maxResponseBytes: number
}

export interface TransportResponse {
  readonly status: number
  /** A header by its lower-case name. */
  readonly header: (name: string) => string | undefined
  readonly body: string
}

/** The request did not get through, or its answer did not come back whole. */
export class TransportFailure extends Data.TaggedError("TransportFailure")<{
  /** The platform's name for what went wrong, e.g. `ECONNREFUSED` or `TypeError`. */
  readonly description: string
}> {}

export class Transport extends Context.Service<
  Transport,
  {
    /**
     * Sends one request. Redirects are not followed: tokens go to the configured origin and nowhere else. A failure to
     * connect is tried again as the call's rules say; a `RequestError` ends the call as it is. A body of more than
     * `maxResponseBytes` fails with `ResponseTooLarge`, its stream cancelled.
     */
    readonly send: (
      request: TransportRequest
    ) => Effect.Effect<TransportResponse, TransportFailure | ResponseTooLarge | RequestError>
  }
>()("keystile/Transport") {}
