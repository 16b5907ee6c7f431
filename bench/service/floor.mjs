// @ts-check
// The floor: Node's HTTP server, which sends the same response to every request. Receives the message
// { status, headers, body }, and sends { port }.

import { createServer } from "node:http"

process.once("message", (/** @type {{ status: number, headers: Record<string, string>, body: string }} */ answer) => {
  const { body, headers, status } = answer
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { ...headers }).end(body)
  })
  server.listen(0, "127.0.0.1", () => process.send?.(server.address()))
})
process.on("disconnect", () => process.exit())
