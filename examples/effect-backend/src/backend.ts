/** The backend as one layer: its handlers, served by Node's HTTP server. */
import { NodeHttpServer } from "@effect/platform-node"
import { Config, Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentSession, CurrentUser, layerSession, layerUser } from "keystile/http-api"
import * as Server from "keystile/server"
import * as Verify from "keystile/verify"
import { createServer } from "node:http"
import { Api, Note, PermissionMissing, PermissionsUnavailable } from "./api.ts"
import { Notes } from "./notes.ts"

/** Returns the id of the user of the request. Fails if the user does not have the permission in the team. */
const requirePermission = Effect.fn("requirePermission")(function* (teamId: string, permissionId: string) {
  const { claims } = yield* CurrentSession
  const server = yield* Server.Server
  const { permissions } = server.ofUser(claims.userId)
  const may = yield* permissions.has({ teamId, permissionId }).pipe(
    Effect.catchTag("RequestError", (error) =>
      Effect.andThen(Effect.logWarning(error.message), new PermissionsUnavailable())
    ),
    // The user was deleted, and the access token has not expired yet.
    Effect.catchTag("CannotGetOwnUserWithoutUser", () => Effect.succeed(false))
  )
  if (!may) return yield* new PermissionMissing({ permissionId })
  return claims.userId
})

const NotesHandlers = HttpApiBuilder.group(
  Api,
  "notes",
  Effect.fnUntraced(function* (handlers) {
    const notes = yield* Notes
    const server = yield* Server.Server
    return handlers.handleAll({
      list: ({ params }) =>
        Effect.andThen(requirePermission(params.teamId, "read_note"), notes.list(params.teamId)).pipe(
          Effect.provideService(Server.Server, server)
        ),
      write: ({ params, payload }) =>
        Effect.gen(function* () {
          const authorId = yield* requirePermission(params.teamId, "write_note")
          const note = new Note({ text: payload.text, authorId })
          yield* notes.add(params.teamId, note)
          return note
        }).pipe(Effect.provideService(Server.Server, server))
    })
  })
)

const AccountHandlers = HttpApiBuilder.group(Api, "account", (handlers) =>
  handlers.handleAll({
    me: () => Effect.map(CurrentUser, ({ displayName, id }) => ({ displayName, id }))
  })
)

const Routes = HttpApiBuilder.layer(Api).pipe(
  Layer.provide([NotesHandlers, AccountHandlers]),
  Layer.provide([layerSession, layerUser]),
  Layer.provide(Notes.layer),
  Layer.provide([Verify.layerSessionsConfig(), Server.layerConfig({ tokenStore: null })])
)

const HttpServerLive = Layer.unwrap(
  Effect.map(Config.Int("PORT").pipe(Config.withDefault(3000)), (port) =>
    NodeHttpServer.layer(createServer, { port, host: "127.0.0.1" })
  )
)

/** Listens on `PORT` until the layer is released. 0 takes any free port. */
export const Backend = HttpRouter.serve(Routes, { disableLogger: true }).pipe(Layer.provideMerge(HttpServerLive))
