/** A service as a function from a web `Request` to a `Response`, for servers and test frameworks that use them. */
import { Effect, ManagedRuntime } from "effect"
import { layer } from "../development.ts"
import { type ClientConnection, fromWeb, toWeb } from "./web-request.ts"
import { Service } from "../service.ts"
import type { ServiceOptions } from "../service-options.ts"

/** The service as a function from a `Request` to a `Response`. */
export interface WebHandler {
  /** Rejects if an injected fault breaks the connection. */
  readonly handler: (request: Request, connection?: ClientConnection) => Promise<Response>
  /** Closes the database. */
  readonly dispose: () => Promise<void>
}

/**
 * Starts a service with the first request.
 *
 * @example
 * const { handler } = makeWebHandler({ seed })
 * const response = await handler(new Request("http://localhost/health"))
 */
export const makeWebHandler = (options: ServiceOptions = {}): WebHandler => {
  const runtime = ManagedRuntime.make(layer(options))
  return {
    handler: (request, connection = {}) =>
      runtime.runPromise(
        Effect.flatMap(Service, ({ handle }) => Effect.map(handle(fromWeb(request, connection)), toWeb)),
        { signal: request.signal }
      ),
    dispose: () => runtime.dispose()
  }
}
