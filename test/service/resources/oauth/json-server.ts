/** A server with JSON responses, in place of a provider. */
import { Effect } from "effect"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"

type JsonHandler = (form: URLSearchParams) => object | Promise<object>

/** Starts a server with these responses by path, which get the form of the request, and returns its URL. */
export const jsonServer = (responses: Readonly<Record<string, JsonHandler>>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer((request, response) => {
        void text(request)
          .then((body) => responses[request.url ?? ""]?.(new URLSearchParams(body)) ?? {})
          .then((body) => response.setHeader("content-type", "application/json").end(JSON.stringify(body)))
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      return server
    }),
    (server) =>
      Effect.promise(() => {
        server.closeAllConnections()
        return new Promise<void>((resolve) => server.close(() => resolve()))
      })
  ).pipe(
    Effect.map((server) => {
      const address = server.address()
      return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
    })
  )
