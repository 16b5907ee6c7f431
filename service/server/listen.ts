/** Serves the service with Node's HTTP server: on the loopback addresses, or on one that is given. */
import { Data, Effect } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { isIPv6 } from "node:net"
import { Service } from "../service.ts"
import { type ConnectionLimits, readLimits } from "./connection-limits.ts"
import { trackConnections } from "./connections.ts"
import { noteRequest } from "./invalid-requests.ts"
import { fromNode } from "./node-request.ts"
import { openServer, type TakeRequest } from "./open-server.ts"
import { makeRequestScheduler } from "./request-scheduler.ts"
import { makeSendResponse } from "./send-response.ts"

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

/** Listens until the scope ends. */
export const listen = Effect.fnUntraced(
  function* ({ grace = 500, host, isClosing = () => false, limits: given = {}, port }: ListenOptions) {
    const { handle } = yield* Service
    const limits = yield* readLimits(given)
    // Both servers share one limit.
    const connections = trackConnections(limits.connections)
    const send = makeSendResponse(limits, isClosing)
    const schedule = makeRequestScheduler()
    const respond = (request: IncomingMessage, response: ServerResponse) =>
      Effect.flatMap(handle(fromNode(request)), (sent) => Effect.sync(() => send(request, response, sent)))
    const take: TakeRequest = (request, response, run) => {
      noteRequest(request)
      connections.begin(request, response)
      schedule(() => run(respond(request, response)))
    }
    const open = (host: string, port: number) => openServer({ host, port, grace, limits, connections, take })
    const bound = yield* open(host ?? IPV4, port)
    if (host !== undefined) return { port: bound, url: `http://${isIPv6(host) ? `[${host}]` : host}:${bound}` }
    yield* open(IPV6, bound).pipe(
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
