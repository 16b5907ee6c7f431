/** Serves the service with Node's HTTP server: on the loopback addresses, or on one that is given. */
import { Data, Effect, type Fiber, FiberSet, type Scope } from "effect"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { isIPv6, type Socket } from "node:net"
import type { ServiceResponse } from "./endpoint/service-request.ts"
import { type ConnectionLimits, type Limits, readLimits } from "./http/connection-limits.ts"
import { type Connections, trackConnections } from "./http/connections.ts"
import { fromNode, sendToNode } from "./http/node-request.ts"
import { makeRequestScheduler } from "./http/request-scheduler.ts"
import { trackUnsentResponses } from "./http/unsent-responses.ts"
import { nodeHttp } from "./node-modules.ts"
import { Service } from "./service.ts"

/** The options of `listen`. */
export interface ListenOptions {
  /** 0 selects a free port. */
  readonly port: number
  /** The IP address to listen on. Default: the loopback addresses of IPv4 and IPv6. */
  readonly host?: string | undefined
  /** The time in which running requests can complete when the service stops, in milliseconds. Default 500. */
  readonly grace?: number | undefined
  /** Returns whether each connection is closed after its response, so that clients connect elsewhere. */
  readonly isClosing?: (() => boolean) | undefined
  /** Limits on the number of connections and on slow ones. */
  readonly limits?: ConnectionLimits | undefined
}

/** The port cannot be used. */
export class CannotListen extends Data.TaggedError("CannotListen")<{
  readonly port: number
  readonly problem: string
}> {
  override get message(): string {
    return `Cannot listen on port ${this.port}: ${this.problem}`
  }
}

/** The loopback addresses: browsers resolve `localhost` to either. */
const IPV4 = "127.0.0.1"
const IPV6 = "::1"

/** True when the operating system has the whole response, as it has most of them at once. */
const isTaken = (response: ServerResponse) => response.writableEnded && response.writableLength === 0

/** Ends the connection of a client that does not read its response. */
const destroyAfter = (millis: number, request: IncomingMessage, response: ServerResponse) => {
  const timer = setTimeout(() => request.socket.destroy(), millis)
  response.once("close", () => clearTimeout(timer))
}

/** Listens until the scope ends. */
export const listen = Effect.fnUntraced(
  function* ({ grace = 500, host, isClosing = () => false, limits: given = {}, port }: ListenOptions) {
    const { handle } = yield* Service
    const limits = yield* readLimits(given)
    // Both servers share one limit.
    const connections = trackConnections(limits.connections)
    const countUnsent = trackUnsentResponses()
    const respond = (request: IncomingMessage, response: ServerResponse) =>
      Effect.flatMap(handle(fromNode(request)), (sent) =>
        Effect.sync(() => {
          if (sent.breaks !== undefined) return breakOff(response, sent)
          responded.add(request.socket)
          if (isClosing() || !canDiscardBody(request)) response.setHeader("connection", "close")
          sendToNode(response, sent)
          if (isTaken(response)) return
          destroyAfter(limits.responseTimeout, request, response)
          countUnsent(request, response)
        })
      )
    const schedule = makeRequestScheduler()
    const take: Take = (request, response, run) => {
      responded.delete(request.socket)
      connections.begin(request, response)
      schedule(() => run(respond(request, response)))
    }
    const bound = yield* open(take, connections, limits, grace, host ?? IPV4, port)
    if (host !== undefined) return { port: bound, url: `http://${isIPv6(host) ? `[${host}]` : host}:${bound}` }
    yield* open(take, connections, limits, grace, IPV6, bound).pipe(
      // Fails if another program uses the port on IPv6, because browsers would connect to that one. Ignores a missing
      // IPv6.
      Effect.catchIf(
        ({ code }) => code !== "EADDRINUSE" || port === 0,
        () => Effect.void
      )
    )
    return { port: bound, url: `http://localhost:${bound}` }
  },
  (listening, { port }) =>
    Effect.catchTags(listening, {
      LimitInvalid: ({ problem }) => new CannotListen({ port, problem }),
      ListenFailed: ({ code, port }) => new CannotListen({ port, problem: explain(code) })
    })
)

class ListenFailed extends Data.TaggedError("ListenFailed")<{ readonly code: string; readonly port: number }> {}

const explain = (code: string): string => {
  switch (code) {
    case "EADDRINUSE":
      return "something else listens there already."
    case "EACCES":
      return "this user may not use it. Choose a port from 1024 on."
    case "EADDRNOTAVAIL":
      return "the host is no address of this machine."
    default:
      return `the system says ${code}.`
  }
}

/** Handles a request with a function that runs the handler. */
type Take = (
  request: IncomingMessage,
  response: ServerResponse,
  run: (handler: Effect.Effect<void>) => Fiber.Fiber<void>
) => void

const open = Effect.fnUntraced(function* (
  take: Take,
  connections: Connections,
  { headersTimeout, keepAliveTimeout, requestTimeout }: Limits,
  grace: number,
  host: string,
  port: number
): Effect.fn.Return<number, ListenFailed, Scope.Scope> {
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
      server.on("clientError", refuseWithin(Math.min(LINGER, headersTimeout)))
      const failed = (cause: NodeJS.ErrnoException) =>
        resume(new ListenFailed({ code: cause.code ?? cause.message, port }))
      server.once("error", failed)
      server.listen({ host, port, exclusive: true }, () => {
        server.off("error", failed)
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

/** Closes the connection before the response or within its body, as an injected fault. */
const breakOff = (response: ServerResponse, { body, breaks, headers, status }: ServiceResponse) => {
  const { socket } = response
  const bytes = Buffer.from(body)
  if (socket === null || breaks === "before") return socket?.destroy()
  response.writeHead(status, { ...headers, "content-length": bytes.length, connection: "close" })
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => socket.destroy())
}

/** The interval at which Node checks connections for timeouts, in milliseconds. */
const CHECK_INTERVAL = 5000

/**
 * The time for which a connection with an incompletely read request stays open after the response, in milliseconds. If
 * it is closed at once, TCP resets it, and the client may lose the response (RFC 9112, section 9.6).
 */
const LINGER = 2000

const statuses: ReadonlyMap<string | undefined, string> = new Map([
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"]
])

/** Connections that received their last response. Node reports an error for all further data. */
const refused = new WeakSet<Socket>()

/** Connections with a response to their last request, which may still be arriving. */
const responded = new WeakSet<Socket>()

/** Responds to a request that is not valid HTTP or did not arrive in time, and closes its connection. */
const refuseWithin = (linger: number) => (error: NodeJS.ErrnoException, socket: Socket) => {
  if (refused.has(socket)) return
  refused.add(socket)
  if (!socket.writable || responded.has(socket)) return socket.destroy()
  const status = statuses.get(error.code) ?? "400 Bad Request"
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
  const timer = setTimeout(() => socket.destroy(), linger).unref()
  socket.once("close", () => clearTimeout(timer))
}

/** The maximum length of an unread body that is discarded after the response, to keep the connection. In bytes. */
const MAX_DISCARDED = 2_500_000

/** Returns whether Node can keep the connection, for which it must read the rest of the body. */
const canDiscardBody = ({ complete, headers }: IncomingMessage): boolean =>
  complete || (headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= MAX_DISCARDED)
