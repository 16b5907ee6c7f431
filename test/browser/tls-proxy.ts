/** A proxy with TLS and a self-signed certificate, in front of a server on this machine. */
import { Effect } from "effect"
import { request } from "node:http"
import { createServer } from "node:https"
import { cert, key } from "../service/tls-certificate.ts"

/**
 * Forwards requests from `https://127.0.0.1:port` to a loopback port, with their `Host` header and the address of the
 * client, until the scope closes.
 */
export const tlsProxy = (port: number, target: number) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer({ cert, key }, (received, response) => {
        const headers = { ...received.headers, "x-forwarded-for": received.socket.remoteAddress }
        const { method, url } = received
        const forwarded = request({ host: "127.0.0.1", port: target, path: url, method, headers }, (upstream) => {
          response.writeHead(upstream.statusCode ?? 502, upstream.headers)
          upstream.pipe(response)
        })
        forwarded.on("error", () => response.writeHead(502).end())
        received.pipe(forwarded)
      })
      server.listen(port, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )
