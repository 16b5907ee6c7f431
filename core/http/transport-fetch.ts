/** The default transport, over the platform's `fetch`. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ResponseTooLarge } from "../errors/request-error.ts"
import { readStream } from "./read-stream.ts"
import { failureName } from "../runtime/failure-name.ts"
import { Transport, TransportFailure } from "./transport.ts"

const platformFetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init)

/** The `fetch` that the layer uses. Provide another to wrap or replace the platform's. */
export const Fetch = Context.Reference<typeof globalThis.fetch>("keystile/Fetch", { defaultValue: () => platformFetch })

// Only Cloudflare Workers have this global.
const isWorkers = "WebSocketPair" in globalThis

// Cloudflare Workers reject both options.
export const fetchOptions: RequestInit = isWorkers ? {} : { cache: "no-store", credentials: "omit" }

/** Reads the body of a response as text. */
const readText = async (response: Response, limitBytes: number): Promise<string> => {
  // React Native has no response streams.
  if (!response.body) return response.text()
  const bytes = await readStream(response.body, limitBytes)
  if (bytes === null) throw new ResponseTooLarge({ limitBytes })
  return new TextDecoder().decode(bytes)
}

const transportOf = (fetch: typeof globalThis.fetch): Transport["Service"] => ({
  send: ({ body, headers, maxResponseBytes, method, url }) =>
    Effect.tryPromise({
      try: async (signal) => {
        const init: RequestInit = { ...fetchOptions, method, headers, redirect: "manual", signal }
        const response = await fetch(url, body === undefined ? init : { ...init, body })
        return {
          status: response.status,
          header: (name: string) => response.headers.get(name) ?? undefined,
          body: await readText(response, maxResponseBytes)
        }
      },
      catch: (error) =>
        error instanceof ResponseTooLarge ? error : new TransportFailure({ description: failureName(error) })
    })
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

export const layer: Layer.Layer<Transport> = Layer.effect(Transport, make)
