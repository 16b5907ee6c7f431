/** A server with one response. */
import { Effect } from "effect"
import { createServer } from "node:http"

/** Serves the same response to every request. */
export const serverWith = (status: number, body: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly close: () => void }>((resume) => {
      const server = createServer((_, response) => response.writeHead(status, headers).end(body))
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        const close = () => {
          server.close()
          server.closeAllConnections()
        }
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )
