/** The transport over the platform's `fetch`: the default, and the lightest in a browser. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ResponseTooLarge } from "../errors/request-error.ts"
import { readStream } from "./read-stream.ts"
import { describeFailure, Transport, TransportFailure } from "./transport.ts"

/** The `fetch` that the layer uses. Provide another to wrap or replace the platform's. */
export const Fetch = Context.Reference<typeof globalThis.fetch>("keystile/Fetch", {
  defaultValue: () => (input, init) => globalThis.fetch(input, init)
})

// Cloudflare Workers refuse both options; they are told apart by a global that only they have.
export const fetchOptions: RequestInit = "WebSocketPair" in globalThis ? {} : { cache: "no-store", credentials: "omit" }

/** The body of a response as text. */
const readText = async (response: Response, limitBytes: number): Promise<string> => {
  // React Native has no streams of responses.
  if (!response.body) return response.text()
  const bytes = await readStream(response.body, limitBytes)
  if (bytes === null) throw new ResponseTooLarge({ limitBytes })
  return new TextDecoder().decode(bytes)
}

export const make: Effect.Effect<Transport["Service"]> = Effect.map(Fetch, (fetch) => ({
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
        error instanceof ResponseTooLarge ? error : new TransportFailure({ description: describeFailure(error) })
    })
}))

export const layer: Layer.Layer<Transport> = Layer.effect(Transport, make)
