/** A reverse proxy for tests: forwards requests in turn to the backends whose `/readyz` is 200. */
import { Effect, Schedule } from "effect"
import { Agent, createServer, request } from "node:http"
import type { AddressInfo } from "node:net"

/** The time between two probes of a backend. */
const PROBE_INTERVAL = "50 millis"

interface Backend {
  readonly port: number
  readonly agent: Agent
  isReady: boolean
}

/** Runs the proxy until the scope closes. */
export const balancer = Effect.gen(function* () {
  const backends = new Map<number, Backend>()
  let turn = 0

  const server = createServer((incoming, outgoing) => {
    const ready = [...backends.values()].filter(({ isReady }) => isReady)
    const backend = ready[turn++ % Math.max(1, ready.length)]
    if (backend === undefined) return outgoing.writeHead(502).end()
    const { agent, port } = backend
    const { headers, method, socket, url: path } = incoming
    const forwardedHeaders = { ...headers, "x-forwarded-for": socket.remoteAddress }
    const forwarded = request(
      { agent, host: "127.0.0.1", port, method, path, headers: forwardedHeaders },
      (response) => {
        const { connection: _, "keep-alive": __, ...rest } = response.headers
        outgoing.writeHead(response.statusCode ?? 502, rest)
        response.pipe(outgoing)
      }
    )
    forwarded.once("error", (cause) => {
      if (outgoing.headersSent) return outgoing.destroy()
      return outgoing.writeHead(502).end(`No response of the backend: ${cause.message}`)
    })
    incoming.pipe(forwarded)
    return outgoing
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
        for (const { agent } of backends.values()) agent.destroy()
      })
  )

  const probe = (backend: Backend) =>
    Effect.callback<void>((resume) => {
      const done = (isReady: boolean) => {
        backend.isReady = isReady
        resume(Effect.void)
      }
      request({ host: "127.0.0.1", port: backend.port, path: "/readyz", agent: false }, (response) => {
        response.resume()
        done(response.statusCode === 200)
      })
        .once("error", () => done(false))
        .end()
    })

  const waitUntil = (backend: Backend, isReady: boolean) =>
    Effect.sync(() => backend.isReady).pipe(
      Effect.repeat({ until: (now) => now === isReady, schedule: Schedule.spaced(PROBE_INTERVAL) })
    )

  return {
    port: (server.address() as AddressInfo).port,
    /** Adds a backend and waits until it is ready. */
    add: Effect.fnUntraced(function* (port: number) {
      const agent = new Agent({ keepAlive: true })
      const backend: Backend = { port, agent, isReady: false }
      backends.set(port, backend)
      yield* Effect.forkScoped(Effect.repeat(probe(backend), Schedule.spaced(PROBE_INTERVAL)))
      yield* waitUntil(backend, true)
    }),
    /** Waits until a backend reports that it stops. */
    isLeft: (port: number) => {
      const backend = backends.get(port)
      return backend === undefined ? Effect.die(new Error("No such backend")) : waitUntil(backend, false)
    }
  }
})
