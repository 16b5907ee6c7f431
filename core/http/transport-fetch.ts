/** The default transport, over the platform's `fetch`. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ResponseTooLarge } from "../errors/request-error.ts"
import { ResponseBodyTooLarge, isWorkers, sendByFetch } from "./send-by-fetch.ts"
import { failureName } from "./failure-name.ts"
import { Transport, TransportFailure, type TransportRequest, type TransportResponse } from "./transport.ts"

const platformFetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init)

/** The `fetch` that the layer uses. Provide another to wrap or replace the platform's. */
export const Fetch = Context.Reference<typeof globalThis.fetch>("keystile/Fetch", { defaultValue: () => platformFetch })

/** Sends a request. The rejections of `send` are the failures of a transport. */
export const sendRequest = (
  request: TransportRequest,
  send: (signal: AbortSignal) => Promise<TransportResponse>
): ReturnType<Transport["Service"]["send"]> =>
  Effect.tryPromise({
    try: send,
    catch: (error) =>
      error instanceof ResponseBodyTooLarge
        ? new ResponseTooLarge({ limitBytes: request.maxResponseBytes })
        : new TransportFailure({ description: failureName(error) })
  })

const transportOf = (fetch: typeof globalThis.fetch): Transport["Service"] => ({
  send: (request) => sendRequest(request, (signal) => sendByFetch(fetch, request, signal))
})

const transports = new WeakMap<typeof globalThis.fetch, Transport["Service"]>()

/** Returns the transport of a `fetch`, the same one each time, so that clients share their refreshes and key sets. */
export const make: Effect.Effect<Transport["Service"]> = Effect.map(Fetch, (fetch) => {
  // In Cloudflare Workers a request cannot await the response of a fetch that another request started.
  if (isWorkers) return transportOf(fetch)
  // Programs and tests may replace the platform's `fetch`: that needs another transport.
  const network = fetch === platformFetch ? (globalThis.fetch ?? fetch) : fetch
  const transport = transports.get(network) ?? transportOf(fetch)
  transports.set(network, transport)
  return transport
})

/** Runs an effect with the transport over `fetch`. */
export const provide = <A, E>(effect: Effect.Effect<A, E, Transport>): Effect.Effect<A, E> =>
  Effect.flatMap(make, (transport) => Effect.provideService(effect, Transport, transport))

/** Sends requests with `fetch`. */
export const layer: Layer.Layer<Transport> = Layer.effect(Transport, make)
