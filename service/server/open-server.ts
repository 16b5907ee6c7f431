/** Opens a server of Node on one IP address and port, and closes it gracefully. */
import { Data, Effect, type Fiber, FiberSet, type Scope } from "effect"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { nodeHttp } from "../process/node-modules.ts"
import type { Limits } from "./connection-limits.ts"
import type { Connections } from "./connections.ts"
import { rejectInvalidRequest } from "./invalid-requests.ts"

/** The server could not listen. */
class ListenFailed extends Data.TaggedError("ListenFailed")<{ readonly code: string; readonly port: number }> {}

/** Handles a request with a function that runs the handler. */
export type TakeRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  run: (handler: Effect.Effect<void>) => Fiber.Fiber<void>
) => void

interface OpenOptions {
  /** The IP address. */
  readonly host: string
  /** 0 selects a free port. */
  readonly port: number
  /** The time in which running requests can complete when the scope ends, in milliseconds. */
  readonly grace: number
  readonly limits: Pick<Limits, "headersTimeout" | "keepAliveTimeout" | "requestTimeout">
  readonly connections: Connections
  readonly take: TakeRequest
}

/** The interval at which Node checks connections for timeouts, in milliseconds. */
const CHECK_INTERVAL = 5000

/**
 * The time for which a connection with an incompletely read request stays open after the response, in milliseconds. If
 * it is closed at once, TCP resets it, and the client may lose the response (RFC 9112, section 9.6).
 */
const LINGER = 2000

/** Opens a server until the scope ends. Returns its port. */
export const openServer = Effect.fnUntraced(function* ({
  connections,
  grace,
  host,
  limits: { headersTimeout, keepAliveTimeout, requestTimeout },
  port,
  take
}: OpenOptions): Effect.fn.Return<number, ListenFailed, Scope.Scope> {
  const handlers = yield* FiberSet.make<void, never>()
  const run = yield* FiberSet.runtime(handlers)()
  const bound = yield* Effect.acquireRelease(
    Effect.callback<{ server: Server; port: number }, ListenFailed>((resume) => {
      const server = nodeHttp().createServer(
        {
          headersTimeout,
          keepAliveTimeout,
          requestTimeout,
          connectionsCheckingInterval: Math.min(CHECK_INTERVAL, headersTimeout)
        },
        (request, response) => take(request, response, run)
      )
      server.on("connection", connections.open)
      server.on("clientError", rejectInvalidRequest(Math.min(LINGER, headersTimeout)))
      const fail = (cause: NodeJS.ErrnoException) =>
        resume(new ListenFailed({ code: cause.code ?? cause.message, port }))
      server.once("error", fail)
      server.listen({ host, port, exclusive: true }, () => {
        server.off("error", fail)
        const address = server.address()
        const bound = typeof address === "object" && address !== null ? address.port : port
        resume(Effect.succeed({ server, port: bound }))
      })
    }),
    ({ server }) => close(server, handlers, grace)
  )
  return bound.port
})

/** Closes a server once its handlers have ended. A handler may outlive its connection, and still reads the database. */
const close = (server: Server, handlers: FiberSet.FiberSet<void, never>, grace: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const impatient = setTimeout(() => {
      server.closeAllConnections()
      Effect.runFork(FiberSet.clear(handlers))
    }, grace)
    server.close(() =>
      resume(
        Effect.ensuring(
          FiberSet.awaitEmpty(handlers),
          Effect.sync(() => clearTimeout(impatient))
        )
      )
    )
    server.closeIdleConnections()
  })
