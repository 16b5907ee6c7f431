/** The whole program as one layer: the application's API, its pages and the sign-in service on one port. */
import { NodeHttpServer } from "@effect/platform-node"
import { Config, Effect, Layer } from "effect"
import { HttpRouter, HttpStaticServer } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { createServer } from "node:http"
import { Api } from "./api.ts"
import * as Handlers from "./handlers.ts"
import { layerMiddleware, layerService } from "./sign-in.ts"

const ApiRoutes = HttpApiBuilder.layer(Api).pipe(Layer.provide(Handlers.layer), Layer.provide(layerMiddleware))

/** The built pages of the application. A path that is no file gets `index.html`. */
const Pages = HttpStaticServer.layer({ root: "web", spa: true })

const Routes = Layer.merge(ApiRoutes, Pages).pipe(Layer.provideMerge(layerService))

const HttpServerLive = Layer.unwrap(
  Effect.map(Config.Int("PORT").pipe(Config.withDefault(3000)), (port) =>
    NodeHttpServer.layer(createServer, { port, host: "127.0.0.1" })
  )
)

/**
 * Listens until the layer is released. Then it refuses connections, waits for running requests, and closes the
 * database.
 */
export const Program = HttpRouter.serve(Routes, { disableLogger: true }).pipe(Layer.provide(HttpServerLive))
