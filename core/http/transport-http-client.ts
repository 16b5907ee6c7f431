/**
 * The transport over Effect's `HttpClient`, so that an Effect backend's proxy, tracing, metrics or test double applies
 * to sign-in as well.
 *
 * @example
 * import * as HttpClientTransport from "keystile/http-client"
 * const layer = Client.layer(options).pipe(Layer.provide(HttpClientTransport.layer), Layer.provide(FetchHttpClient.layer))
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { RequestInit } from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import { describeFailure, Transport, TransportFailure } from "./transport.ts"
import { fetchOptions } from "./transport-fetch.ts"

const failure = (error: HttpClientError.HttpClientError) =>
  new TransportFailure({ description: describeFailure("cause" in error.reason ? error.reason.cause : null) })

// The application's own settings stay, but nothing follows a redirect with tokens in its hands.
const settings = <R>(context: Context.Context<R>) =>
  context.pipe(
    Context.add(RequestInit, { ...fetchOptions, ...Context.getOrUndefined(context, RequestInit), redirect: "manual" }),
    // Tracing headers would go to another origin, and need a preflight that the service refuses.
    Context.add(HttpClient.TracerPropagationEnabled, false),
    // For applications that record headers in spans.
    Context.add(Headers.CurrentRedactedNames, [
      ...Context.get(context, Headers.CurrentRedactedNames),
      /^x-stack-.*-(?:token|key)$/i
    ])
  )

export const layer: Layer.Layer<Transport, never, HttpClient.HttpClient> = Layer.effect(
  Transport,
  Effect.map(HttpClient.HttpClient, (client) => ({
    send: ({ body, headers, method, url }) => {
      const request = HttpClientRequest.make(method as "GET")(url, { headers })
      return client.execute(
        body === undefined ? request : HttpClientRequest.bodyText(request, body, headers["content-type"])
      ).pipe(
        Effect.flatMap((response) =>
          Effect.map(response.text, (text) => ({
            status: response.status,
            header: (name: string) => response.headers[name],
            body: text
          }))
        ),
        Effect.mapError(failure),
        Effect.updateContext(settings)
      )
    }
  }))
)
