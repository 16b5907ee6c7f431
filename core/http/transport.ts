/**
 * Sends requests: takes a request and returns status, headers and body, or fails because there was no response.
 *
 * Only transports access the network. The default one is `transport-fetch.ts`; `transport-http-client.ts` uses Effect's
 * `HttpClient`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Data from "effect/Data"
import type { RequestError, ResponseTooLarge } from "../errors/request-error.ts"

/** A request as a transport sends it. */
export interface TransportRequest {
  /** The HTTP method. */
  readonly method: string
  /** The whole URL. */
  readonly url: string
  /** Lower-case names. Holds keys and tokens: never log it. */
  readonly headers: Readonly<Record<string, string>>
  /** The body, or `undefined` for none. */
  readonly body: string | undefined
  /** The maximum size of the response's body. A longer one is not read to its end. */
  readonly maxResponseBytes: number
}

/** A response as a transport returns it. */
export interface TransportResponse {
  /** The HTTP status. */
  readonly status: number
  /** Returns a header by its lower-case name. */
  readonly header: (name: string) => string | undefined
  /** The body as text. */
  readonly body: string
}

/** The request did not reach the service, or its response did not arrive completely. */
export class TransportFailure extends Data.TaggedError("TransportFailure")<{
  /** The platform's name for the failure, e.g. `ECONNREFUSED` or `TypeError`. */
  readonly description: string
}> {}

/** Sends HTTP requests. Replace it to send them otherwise than with `fetch`. */
export class Transport extends Context.Service<
  Transport,
  {
    /**
     * Sends one request. Does not follow redirects, so that tokens are sent to the configured origin only. A
     * `TransportFailure` is retried by the call; a `RequestError` ends the call. Cancels a body of more than
     * `maxResponseBytes` and fails with `ResponseTooLarge`.
     */
    readonly send: (
      request: TransportRequest
    ) => Effect.Effect<TransportResponse, TransportFailure | ResponseTooLarge | RequestError>
  }
>()("keystile/Transport") {}
