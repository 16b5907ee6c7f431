/**
 * The server tier: what an application does with its secret server key. Never in a browser.
 *
 * It has the calls of the client tier under the same names, for the user of the session and with the fields of the
 * server tier. `users`, `allTeams` and `ofUser` are about any user, and use no session.
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
import type * as Layer from "effect/Layer"
import type { ApiConfig } from "../core/config/api-config.ts"
import type { ConfigurationError } from "../core/config/configuration-error.ts"
import type { ServerConfigOptions } from "../core/config/options.ts"
import type { Transport } from "../core/http/transport.ts"
import { allUserCalls } from "./calls/server/user-stream.ts"
import * as Layers from "./layers.ts"
import { type ServerCalls, serverFacts } from "./server-calls.ts"
import { makeOverFetch, type SessionOptions, type TierServices } from "./tier.ts"

export type { CheckApiKeyCalls, CheckApiKeyError } from "./calls/server/check-api-key.ts"
export type { WriteContactChannelError } from "./calls/server/contact-channels.ts"
export type {
  CreateOAuthAccountError,
  ServerOAuthAccountChanges,
  ServerOAuthAccountInput,
  ServerOAuthProviderCalls
} from "./calls/server/oauth-providers.ts"
export { layerTokenStore } from "./layers.ts"
export type { ServerCalls, ServerUserCalls, UserGroups } from "./server-calls.ts"

/** The options of the server tier. */
export type ServerOptions = ServerConfigOptions & SessionOptions

/** The calls of the server tier as a service of Effect. */
export class Server extends Context.Service<Server, ServerCalls>()("keystile/Server") {}

const facts = serverFacts(allUserCalls)

/** A server over `fetch`, as an effect. Options win over environment variables. */
export const make = (options: ServerOptions): Effect.Effect<ServerCalls, ConfigurationError> =>
  makeOverFetch(facts, options)

/** A server over `fetch`. Options win over environment variables. */
export const layer = (options: ServerOptions): Layer.Layer<Server, ConfigurationError> =>
  Layers.layer(Server, facts, options)

/** A server over a transport of your own. Options win over environment variables. */
export const layerNoDeps = (options: ServerOptions): Layer.Layer<Server, ConfigurationError, Transport> =>
  Layers.layerNoDeps(Server, facts, options)

/**
 * A server with project, keys and URL of Effect's `Config`, under the names of the environment variables.
 */
export const layerConfig = (options: ServerOptions): Layer.Layer<Server, ConfigurationError | Config.ConfigError> =>
  Layers.layerConfig(Server, facts, options)

/**
 * The calls alone, over services of the program's own: configuration, network, refresher and session. See
 * `layerApiConfig`, `layerTokenStore`, and `layerRefresher` and `layerSession` of `keystile` for the ones that `layer`
 * uses.
 *
 * @example
 * const Live = Server.layerCalls(options).pipe(
 *   Layer.provide(layerSession),
 *   Layer.provide([MyRefresher, Server.layerTokenStore("memory")]),
 *   Layer.provide(Server.layerApiConfig(options)),
 *   Layer.provide(layerFetch)
 * )
 */
export const layerCalls = (options: ServerOptions): Layer.Layer<Server, never, TierServices> =>
  Layers.layerCalls(Server, facts, options)

/** The configuration and the network of the calls. Options win over environment variables. */
export const layerApiConfig = (
  options: ServerOptions
): Layer.Layer<ApiConfig | Transport, ConfigurationError, Transport> =>
  Layers.layerApiConfig(facts, options, Effect.sync(facts.environment))
