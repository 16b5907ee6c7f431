/**
 * The transport over Effect's `HttpClient`, with the proxy, tracing, metrics or test double of an Effect backend.
 *
 * @example
 * import * as HttpClientTransport from "keystile/http-client"
 * const layer = Client.layer(options).pipe(Layer.provide(HttpClientTransport.layer),
 * Layer.provide(FetchHttpClient.layer))
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { RequestInit } from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { ResponseTooLarge } from "../errors/request-error.ts"
import { failureName } from "./failure-name.ts"
import { Transport, TransportFailure } from "./transport.ts"
import { fetchOptions } from "./send-by-fetch.ts"

const toTransportFailure = (error: HttpClientError.HttpClientError) =>
  new TransportFailure({ description: failureName("cause" in error.reason ? error.reason.cause : null) })

/** Reads the body of a response as text. Stops at the chunk that exceeds the limit. */
const readText = (response: HttpClientResponse, limitBytes: number) =>
  Effect.suspend(() => {
    let length = 0
    return response.stream.pipe(
      Stream.mapEffect((chunk) => {
        length += chunk.length
        return length > limitBytes ? Effect.fail(new ResponseTooLarge({ limitBytes })) : Effect.succeed(chunk)
      }),
      Stream.decodeText(),
      Stream.mkString,
      Effect.catchIf(isEmptyBody, () => Effect.succeed(""))
    )
  })

const isEmptyBody = (error: HttpClientError.HttpClientError | ResponseTooLarge) =>
  error._tag === "HttpClientError" && error.reason._tag === "EmptyBodyError"

// Keeps the application's settings, except that redirects are never followed, because requests hold tokens.
const settings = <R>(context: Context.Context<R>) =>
  context.pipe(
    Context.add(RequestInit, { ...fetchOptions, ...Context.getOrUndefined(context, RequestInit), redirect: "manual" }),
    // Tracing headers would be sent to another origin, and need a preflight that the service rejects.
    Context.add(HttpClient.TracerPropagationEnabled, false),
    // For applications that record headers in spans.
    Context.add(Headers.CurrentRedactedNames, [
      ...Context.get(context, Headers.CurrentRedactedNames),
      /^x-stack-.*-(?:token|key)$/i
    ])
  )

/** Sends requests with the `HttpClient` of Effect. */
export const layer: Layer.Layer<Transport, never, HttpClient.HttpClient> = Layer.effect(
  Transport,
  Effect.map(HttpClient.HttpClient, (client) => ({
    send: ({ body, headers, maxResponseBytes, method, url }) => {
      // An endpoint has one of Effect's methods; a `TransportRequest` has it as text.
      const request = HttpClientRequest.make(method as "GET")(url, { headers })
      return client
        .execute(body === undefined ? request : HttpClientRequest.bodyText(request, body, headers["content-type"]))
        .pipe(
          Effect.flatMap((response) =>
            Effect.map(readText(response, maxResponseBytes), (text) => ({
              status: response.status,
              header: (name: string) => response.headers[name],
              body: text
            }))
          ),
          Effect.mapError((error) => (error._tag === "ResponseTooLarge" ? error : toTransportFailure(error))),
          Effect.updateContext(settings)
        )
    }
  }))
)
