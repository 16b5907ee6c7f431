/** Applications on several servers, each with a mounted service in the same process. */
import { serve } from "@hono/node-server"
import { NodeHttpServer } from "@effect/platform-node"
import { Effect, Layer, type Scope } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import express from "express"
import Fastify from "fastify"
import { Hono } from "hono"
import { createServer, type RequestListener } from "node:http"
import { serviceRoutes } from "../../../adapters/fastify.ts"
import { serviceHandler } from "../../../adapters/hono.ts"
import { createService, layerRouter, type MountOptions } from "../../../service/production-entry.ts"
import { freePort } from "../../free-port.mjs"

export const MOUNT_PATH = "/api/auth"
export const APPLICATION_TEXT = "the application"

/** Starts an application on a port, for as long as the scope is open. */
type Start = (options: MountOptions, port: number) => Effect.Effect<void, unknown, Scope.Scope>

const listening = (listener: RequestListener, port: number) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer(listener)
      server.listen(port, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.promise(async () => {
        server.closeAllConnections()
        await new Promise((done) => server.close(done))
      })
  )

const mount = (options: MountOptions) =>
  Effect.acquireRelease(
    Effect.sync(() => createService(options)),
    ({ close }) => Effect.promise(close)
  )

const onNode: Start = Effect.fnUntraced(function* (options, port) {
  const { nodeListener } = yield* mount(options)
  yield* listening((request, response) => {
    if (request.url?.startsWith(`${MOUNT_PATH}/`)) nodeListener(request, response)
    else response.end(APPLICATION_TEXT)
  }, port)
})

const onExpress: Start = Effect.fnUntraced(function* (options, port) {
  const { nodeListener } = yield* mount(options)
  const app = express()
  app.use(MOUNT_PATH, nodeListener)
  app.use(express.json())
  app.use((_, response) => void response.send(APPLICATION_TEXT))
  yield* listening((request, response) => void app(request, response), port)
})

const onFastify: Start = Effect.fnUntraced(function* (options, port) {
  const { nodeListener } = yield* mount(options)
  const app = Fastify()
  app.get("/", () => APPLICATION_TEXT)
  app.register(serviceRoutes({ nodeListener }, MOUNT_PATH))
  yield* Effect.acquireRelease(
    Effect.promise(() => app.listen({ port, host: "127.0.0.1" })),
    () => Effect.promise(() => app.close())
  )
})

const onHono: Start = Effect.fnUntraced(function* (options, port) {
  const { handler } = yield* mount(options)
  const app = new Hono()
  app.all(`${MOUNT_PATH}/*`, serviceHandler({ handler }))
  app.get("/", (context) => context.text(APPLICATION_TEXT))
  yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof serve>>((resume) => {
      const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.promise(() => new Promise((done) => server.close(done)))
  )
})

const onEffect: Start = Effect.fnUntraced(function* (options, port) {
  const routes = Layer.merge(
    layerRouter(options),
    HttpRouter.add("GET", "/", HttpServerResponse.text(APPLICATION_TEXT))
  )
  yield* Layer.build(
    HttpRouter.serve(routes, { disableLogger: true }).pipe(
      Layer.provide(NodeHttpServer.layer(createServer, { port, host: "127.0.0.1" }))
    )
  )
})

export const servers: ReadonlyArray<readonly [name: string, start: Start]> = [
  ["node:http", onNode],
  ["Express", onExpress],
  ["Fastify", onFastify],
  ["Hono", onHono],
  ["Effect's HttpRouter", onEffect]
]

/** Starts an application with these options, and returns its origin and the URL of the service. */
export const startApplication = Effect.fnUntraced(function* (
  start: Start,
  options: Omit<MountOptions, "publicUrl" | "secrets">
) {
  const port = yield* Effect.promise(() => freePort())
  const origin = `http://127.0.0.1:${port}`
  const url = `${origin}${MOUNT_PATH}`
  yield* start({ publicUrl: url, secrets: "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7", ...options }, port)
  return { origin, url }
})
