/**
 * The SDK's transport over a service in the same program: no port, no network, and the service runs in the fiber of the
 * call, so its clock and its interruption are the call's.
 */
import { Effect, Layer } from "effect"
import { Transport } from "../core/http/transport.ts"
import { BodyTooLarge } from "./endpoint/message.ts"
import { Service } from "./service.ts"

export const layerTransport: Layer.Layer<Transport, never, Service> = Layer.effect(
  Transport,
  Effect.gen(function*() {
    const { handle } = yield* Service
    const encoder = new TextEncoder()
    return Transport.of({
      send: ({ body, headers, method, url }) => {
        const { host, pathname, search } = new URL(url)
        const bytes = encoder.encode(body ?? "")
        return handle({
          method,
          target: `${pathname}${search}`,
          headers: { host, ...headers },
          body: (limit) => bytes.length > limit ? new BodyTooLarge({ limit }) : Effect.succeed(bytes)
        }).pipe(
          Effect.map(({ body, headers, status }) => ({ status, body, header: (name: string) => headers[name] }))
        )
      }
    })
  })
)
