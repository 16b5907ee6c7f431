/** The service in production as functions that an application's own server calls, for requests below a mount path. */
import { Effect, ManagedRuntime } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { fromNode, sendToNode } from "../server/node-request.ts"
import { makeRequestScheduler } from "../server/request-scheduler.ts"
import { retrySoon, textResponse } from "../http/response.ts"
import { type ClientConnection, fromWeb, toWeb } from "../server/web-request.ts"
import type { ServiceRequest } from "../request/service-request.ts"
import type { ServiceResponse } from "../response/service-response.ts"
import { layer } from "../production.ts"
import { readMetrics } from "../operations/read-metrics.ts"
import { type MountOptions, readOptions } from "../production/options.ts"
import { Service } from "../service.ts"

/** The service in a program of your own. */
export interface MountedService {
  /**
   * Opens the database and applies migrations. Rejects with `DatabaseUnusable`, `SecretsUnusable` or
   * `BreachedPasswordsUnusable`. Without this call the first request starts the service; a failed start is a 503, and
   * the next request tries again. Rejects after `close`.
   */
  readonly start: () => Promise<void>
  /**
   * Handles a web `Request` with the full path of its URL. Rejects if its signal aborts. Without an `address`, and
   * without `trustedProxies`, all clients share the rate limits of one network.
   */
  readonly handler: (request: Request, connection?: ClientConnection) => Promise<Response>
  /** Handles a request of Node's HTTP server, and of frameworks with its requests, before any body parser. */
  readonly nodeListener: (request: IncomingMessage, response: ServerResponse) => void
  /**
   * Returns the metrics in the text format of Prometheus (0.0.4). Starts the service, as `start` does. Rejects after
   * `close`.
   */
  readonly metrics: () => Promise<string>
  /**
   * Refuses new requests, waits for running ones and for `metrics` for `drainTimeout`, and closes the database. The
   * service cannot start again.
   */
  readonly close: () => Promise<void>
}

// Closes the connection (RFC 9112, section 9.6): a server that waits for its clients would wait for ever otherwise.
const CLOSED = textResponse(503, "This service is closed.", { ...retrySoon, connection: "close" })
const NOT_STARTED = textResponse(503, "The service could not start. Its log has the reason.", retrySoon)
const BODY_READ = textResponse(
  500,
  "The body of this request was read before it reached the service. Mount the service before any body parser."
)

/**
 * Creates a service that is mounted in an application.
 *
 * @example
 * const auth = createService({
 *   publicUrl: "https://app.example.com/api/auth",
 *   database: process.env.DATABASE_URL,
 *   secrets: process.env.KEYSTILE_SECRETS,
 *   mail: process.env.KEYSTILE_MAIL
 * })
 * app.all("/api/auth/*", (context) => auth.handler(context.req.raw))
 *
 * @throws ConfigurationInvalid with all mistakes in the options
 */
export const createService = (options: MountOptions): MountedService => {
  const configuration = Effect.runSync(readOptions(options))
  const makeRuntime = () => ManagedRuntime.make(layer(configuration))
  type Runtime = ReturnType<typeof makeRuntime>
  let starting: Promise<{ runtime: Runtime; handle: Service["Service"]["handle"] }> | undefined
  let closing: Promise<void> | undefined
  const running = new Set<Promise<unknown>>()
  const schedule = makeRequestScheduler()

  const startOnce = () =>
    (starting ??= (async () => {
      const runtime = makeRuntime()
      try {
        const { handle } = await runtime.runPromise(Service)
        return { runtime, handle }
      } catch (error) {
        starting = undefined
        await runtime.dispose()
        throw error
      }
    })())

  const respond = async (request: ServiceRequest, signal?: AbortSignal): Promise<ServiceResponse> => {
    if (closing !== undefined) return CLOSED
    const started = await startOnce().catch((error: unknown) => {
      Effect.runSync(Effect.logError("The service could not start", error))
      return null
    })
    if (started === null) return NOT_STARTED
    return started.runtime.runPromise(started.handle(request), { ...(signal && { signal }) })
  }

  const requireOpen = () => {
    if (closing !== undefined) throw new Error("This service is closed. Create another one with createService.")
  }

  const formatMetrics = async () => {
    const { runtime } = await startOnce()
    return runtime.runPromise(readMetrics)
  }

  /** `close` waits for the result. */
  const track = <A>(result: Promise<A>): Promise<A> => {
    const settled = result.finally(() => running.delete(settled))
    running.add(settled)
    return settled
  }

  return {
    start: async () => {
      requireOpen()
      await startOnce()
    },
    handler: async (request, connection = {}) => {
      if (request.bodyUsed) return toWeb(BODY_READ)
      const response = await track(respond(fromWeb(request, connection), request.signal))
      // The abort may fail the reading of the body first.
      request.signal.throwIfAborted()
      return toWeb(response)
    },
    nodeListener: (request, response) => {
      if (request.readableDidRead) return sendToNode(response, BODY_READ)
      schedule(() => {
        track(respond(fromNode(request, targetOf(request)))).then(
          (sent) => sendToNode(response, sent),
          () => response.destroy()
        )
      })
    },
    metrics: async () => {
      requireOpen()
      return track(formatMetrics())
    },
    close: () =>
      (closing ??= (async () => {
        const { drainTimeout } = configuration
        const idle = Effect.promise(() => Promise.allSettled(running))
        await Effect.runPromise(Effect.timeoutOption(idle, drainTimeout * 1000))
        const started = await starting?.catch(() => undefined)
        await started?.runtime.dispose()
      })())
  }
}

/** Path and query of the request line. Express removes the mount path from `url`, and keeps `originalUrl`. */
const targetOf = (request: IncomingMessage): string | undefined =>
  "originalUrl" in request && typeof request.originalUrl === "string" ? request.originalUrl : request.url
