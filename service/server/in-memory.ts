/**
 * A transport of the SDK that calls a service in the same program, without a port. The service runs in the fiber of the
 * call: it uses the call's clock and is interrupted with it. When the service stops, calls in flight are interrupted,
 * because the database is closed after that, and later calls have no connection.
 */
import { Effect, type Fiber, Layer } from "effect"
import { Transport, TransportFailure } from "../../core/http/transport.ts"
import { BodyTooLarge } from "../request/service-request.ts"
import { Service } from "../service.ts"

/** The client address of all calls. */
const ADDRESS = "127.0.0.1"

/** Sends requests to a service in the same process, without a network. */
export const layerTransport: Layer.Layer<Transport, never, Service> = Layer.effect(
  Transport,
  Effect.gen(function* () {
    const { handle } = yield* Service
    const encoder = new TextEncoder()
    const calls = new Set<Fiber.Fiber<unknown, unknown>>()
    let isStopped = false
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        isStopped = true
        for (const call of calls) call.interruptUnsafe()
      })
    )
    /** Keeps the fiber of a call until the call ends. */
    const whileRunning = <A, E>(handled: Effect.Effect<A, E>) =>
      Effect.withFiber<A, E | TransportFailure>((fiber) => {
        if (isStopped) return Effect.fail(new TransportFailure({ description: "ECONNREFUSED" }))
        calls.add(fiber)
        return Effect.ensuring(
          handled,
          Effect.sync(() => calls.delete(fiber))
        )
      })
    return Transport.of({
      send: ({ body, headers, method, url }) => {
        const { host, pathname, search } = new URL(url)
        const bytes = encoder.encode(body ?? "")
        return handle({
          method,
          target: `${pathname}${search}`,
          headers: { host, ...headers },
          address: ADDRESS,
          body: (limit) => (bytes.length > limit ? new BodyTooLarge({ limit }) : Effect.succeed(bytes))
        }).pipe(
          Effect.flatMap(({ body, breaks, headers, status }) =>
            breaks === undefined
              ? Effect.succeed({ status, body, header: (name: string) => headers[name] })
              : Effect.fail(new TransportFailure({ description: "ECONNRESET" }))
          ),
          whileRunning
        )
      }
    })
  })
)
