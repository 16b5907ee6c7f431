/** An application of Fastify with HTTP/2, and a request to it. */
import Fastify from "fastify"
import { once } from "node:events"
import { connect } from "node:http2"
import { text } from "node:stream/consumers"
import { onTestFinished } from "vitest"
import { createKeystile } from "../../adapters/fastify.ts"
import type { KeystileOptions } from "../../adapters/request-sessions.ts"
import { CLEARED, SHARED } from "./applications.ts"

/** Sends a request to an endpoint that requires a session and returns the id of its user. */
export const requestOverHttp2 = async (options: KeystileOptions, headers: Readonly<Record<string, string>>) => {
  const keystile = createKeystile(options)
  const app = Fastify({ http2: true })
  onTestFinished(() => app.close())
  app.get("/", { preHandler: keystile.requireSession() }, (request, reply) => {
    reply.header("cache-control", SHARED)
    reply.raw.setHeader("set-cookie", CLEARED)
    return keystile.requiredSessionOf(request).claims.userId
  })
  const connection = connect(await app.listen({ port: 0, host: "127.0.0.1" }))
  const stream = connection.request({ ":path": "/", ...headers })
  const [response] = await once(stream, "response")
  const body = await text(stream)
  await new Promise<void>((done) => connection.close(done))
  return {
    status: response[":status"],
    cacheControl: response["cache-control"],
    cookies: response["set-cookie"],
    body
  }
}
