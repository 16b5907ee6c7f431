/** A service as a function from a web `Request` to a `Response`: for servers and test frameworks that speak these. */
import { Effect, ManagedRuntime } from "effect"
import { BodyIncomplete, BodyTooLarge, type ServiceRequest, type ServiceResponse } from "./endpoint/message.ts"
import { layer, Service, type ServiceOptions } from "./service.ts"

export interface WebHandler {
  readonly handler: (request: Request) => Promise<Response>
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
    handler: (request) =>
      runtime.runPromise(
        Effect.flatMap(Service, ({ handle }) => Effect.map(handle(fromWeb(request)), toWeb)),
        { signal: request.signal }
      ),
    dispose: () => runtime.dispose()
  }
}

const fromWeb = (request: Request): ServiceRequest => {
  const { host, pathname, search } = new URL(request.url)
  return {
    method: request.method,
    target: `${pathname}${search}`,
    headers: { host, ...Object.fromEntries(request.headers) },
    body: (limit) =>
      Effect.tryPromise({
        try: () => readLimited(request, limit),
        catch: (cause) => cause instanceof BodyTooLarge ? cause : new BodyIncomplete()
      })
  }
}

/** Stops reading as soon as there is too much. */
const readLimited = async (request: Request, limit: number): Promise<Uint8Array> => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.length
    if (length > limit) throw new BodyTooLarge({ limit })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A 204 has no body, not even an empty one (RFC 9110, section 15.3.5). */
const toWeb = ({ body, headers, status }: ServiceResponse): Response =>
  new Response(status === 204 ? null : body, { status, headers })
