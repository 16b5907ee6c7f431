/**
 * The server tier: what an application does with its secret server key. Never in a browser.
 *
 * What the client tier does for its signed-in user stands here under the same names, for the user of the session and
 * with all that a server sees. `users`, `allTeams` and `ofUser` are about anybody, and know of no session.
 *
 * @example
 * import * as Server from "keystile/server"
 *
 * const program = Effect.gen(function*() {
 *   const server = yield* Server.Server
 *   const ofRequest = yield* server.withTokenStore({ refreshToken, accessToken })
 *   const user = yield* ofRequest.getUser
 *   return user === null ? [] : yield* server.ofUser(user.id).teams.list()
 * })
 * program.pipe(Effect.provide(Server.layerConfig({ tokenStore: null })))
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ConfigurationError, ServerConnectionOptions } from "../core/config.ts"
import type { Transport } from "../core/http/transport.ts"
import { allUserCalls } from "./calls/server/user-stream.ts"
import { type ServerCalls, serverFacts } from "./server-calls.ts"
import {
  layerConfig as tierLayerConfig,
  layerNoDeps as tierLayerNoDeps,
  makeOverFetch,
  type SessionOptions
} from "./tier.ts"

export type { ServerCalls, ServerUserCalls, UserGroups } from "./server-calls.ts"

export type ServerOptions = ServerConnectionOptions & SessionOptions

export class Server extends Context.Service<Server, ServerCalls>()("keystile/Server") {}

const facts = serverFacts(allUserCalls)

/** A server over `fetch`, as an effect. Options win over environment variables. */
export const make = (options: ServerOptions): Effect.Effect<ServerCalls, ConfigurationError> =>
  makeOverFetch(facts, options)

/** A server over `fetch`. Options win over environment variables. */
export const layer = (options: ServerOptions): Layer.Layer<Server, ConfigurationError> =>
  Layer.effect(Server, Effect.suspend(() => make(options)))

/** A server over a transport of your own. Options win over environment variables. */
export const layerNoDeps = (options: ServerOptions): Layer.Layer<Server, ConfigurationError, Transport> =>
  tierLayerNoDeps(Server, facts, options)

/** A server whose project, keys and address come from Effect's `Config`, under the names of the environment variables. */
export const layerConfig = (options: ServerOptions): Layer.Layer<Server, ConfigurationError | Config.ConfigError> =>
  tierLayerConfig(Server, facts, options)
