// Examples of the layers in the reference. A line `// example: ENTRY NAME …` begins the example of the layers of an
// entry.

import * as Admin from "keystile/admin"
import * as Client from "keystile/client"
import * as Keystile from "keystile"
import * as Auth from "keystile/http-api"
import * as HttpClientTransport from "keystile/http-client"
import * as Server from "keystile/server"
import * as Service from "keystile/service"
import * as Testing from "keystile/testing"
import * as Verify from "keystile/verify"
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"

// example: keystile/client layer
export const ClientLive = Client.layer({ projectId: "…", publishableClientKey: "pck_…", tokenStore: "cookie" })

// example: keystile/client layerConfig
export const ClientFromConfig = Client.layerConfig({ tokenStore: "memory" })

// example: keystile/client layerNoDeps, keystile layerFetch
export const ClientOverFetch = Client.layerNoDeps({ tokenStore: "memory" }).pipe(Layer.provide(Keystile.layerFetch))

// example: keystile/server layer
export const ServerLive = Server.layer({ projectId: "…", secretServerKey: "ssk_…", tokenStore: null })

// example: keystile/server layerConfig
export const ServerFromConfig = Server.layerConfig({ tokenStore: null })

// example: keystile/server layerNoDeps
export const ServerOverFetch = Server.layerNoDeps({ tokenStore: null }).pipe(Layer.provide(Keystile.layerFetch))

// example: keystile/admin layer
export const AdminLive = Admin.layer({ projectId: "…", superSecretAdminKey: "sak_…", tokenStore: null })

// example: keystile/admin layerConfig
export const AdminFromConfig = Admin.layerConfig({ tokenStore: null })

// example: keystile/admin layerNoDeps
export const AdminOverFetch = Admin.layerNoDeps({ tokenStore: null }).pipe(Layer.provide(Keystile.layerFetch))

// example: keystile/http-client layer
export const ServerOverHttpClient = Server.layerNoDeps({ tokenStore: null }).pipe(
  Layer.provide(HttpClientTransport.layer),
  Layer.provide(FetchHttpClient.layer)
)

// example: keystile/verify layer
export const VerifierLive = Verify.layer({ projectId: "…", baseUrl: "https://auth.example.com" })

// example: keystile/verify layerConfig
export const VerifierFromConfig = Verify.layerConfig()

// example: keystile/verify layerNoDeps
export const VerifierOverFetch = Verify.layerNoDeps().pipe(Layer.provide(Keystile.layerFetch))

// example: keystile/verify layerSessions
export const SessionsLive = Verify.layerSessions({ projectId: "…" })

// example: keystile/verify layerSessionsConfig, keystile/http-api layerSession layerUser
export const Guards = Layer.mergeAll(Auth.layerSession, Auth.layerUser).pipe(
  Layer.provide([Verify.layerSessionsConfig(), Server.layerConfig({ tokenStore: null })])
)

// example: keystile/verify layerSessionsNoDeps
export const SessionsOverFetch = Verify.layerSessionsNoDeps().pipe(Layer.provide(Keystile.layerFetch))

// example: keystile/verify layerApiKeys
export const ApiKeysLive = Verify.layerApiKeys({ projectId: "…", secretServerKey: "ssk_…" })

// example: keystile/verify layerApiKeysConfig, keystile/http-api layerUserApiKey layerTeamApiKey
export const ApiKeyGuards = Layer.mergeAll(Auth.layerUserApiKey, Auth.layerTeamApiKey).pipe(
  Layer.provide(Verify.layerApiKeysConfig())
)

// example: keystile/verify layerApiKeysNoDeps
export const ApiKeysOverFetch = Verify.layerApiKeysNoDeps().pipe(Layer.provide(Keystile.layerFetch))

// example: keystile/testing layer
export const test = Effect.gen(function* () {
  const client = yield* Client.Client
  return yield* client.getUser
}).pipe(Effect.provide(Testing.layer()))

// example: keystile/testing layerClient layerServer layerAdmin layerService
export const ClientAndServer = Layer.mergeAll(Testing.layerClient(), Testing.layerServer(), Testing.layerAdmin()).pipe(
  Layer.provideMerge(Testing.layerService())
)

// example: keystile/service layerTest layerTransport
export const ClientOfService = Client.layerNoDeps({
  projectId: "…",
  publishableClientKey: "pck_…",
  tokenStore: "memory"
}).pipe(Layer.provide(Service.layerTransport), Layer.provide(Service.layerTest()))

// example: keystile/service layer
export const ServiceLive = Service.layer({ database: "keystile.db" })

// example: keystile layerRefresher layerSession, keystile/client layerApiConfig layerCalls layerTokenStore
export const ClientOfLayers = Client.layerCalls({ tokenStore: "memory" }).pipe(
  Layer.provide(Keystile.layerSession),
  Layer.provide([Keystile.layerRefresher, Client.layerTokenStore("memory")]),
  Layer.provide(Client.layerApiConfig({ tokenStore: "memory" })),
  Layer.provide(Keystile.layerFetch)
)

// example: keystile/server layerApiConfig layerCalls layerTokenStore
export const ServerOfLayers = Server.layerCalls({ tokenStore: null }).pipe(
  Layer.provide(Keystile.layerSession),
  Layer.provide([Keystile.layerRefresher, Server.layerTokenStore(null)]),
  Layer.provide(Server.layerApiConfig({ tokenStore: null })),
  Layer.provide(Keystile.layerFetch)
)

// example: keystile/admin layerApiConfig layerCalls layerTokenStore
export const AdminOfLayers = Admin.layerCalls({ tokenStore: null }).pipe(
  Layer.provide(Keystile.layerSession),
  Layer.provide([Keystile.layerRefresher, Admin.layerTokenStore(null)]),
  Layer.provide(Admin.layerApiConfig({ tokenStore: null })),
  Layer.provide(Keystile.layerFetch)
)

// example: keystile layerMemory
export const ClientInMemory = Client.layerCalls({ tokenStore: "memory" }).pipe(
  Layer.provide(Keystile.layerSession),
  Layer.provide([Keystile.layerRefresher, Keystile.layerMemory]),
  Layer.provide(Client.layerApiConfig({ tokenStore: "memory" })),
  Layer.provide(Keystile.layerFetch)
)

// example: keystile layerCookie
export const ClientWithCookies = Client.layerCalls({ tokenStore: "cookie" }).pipe(
  Layer.provide(Keystile.layerSession),
  Layer.provide([Keystile.layerRefresher, Keystile.layerCookie]),
  Layer.provide(Client.layerApiConfig({ tokenStore: "cookie" })),
  Layer.provide(Keystile.layerFetch)
)

// example: keystile layerFixed
export const ClientOfSession = (refreshToken: string) =>
  Client.layerCalls({ tokenStore: "memory" }).pipe(
    Layer.provide(Keystile.layerSession),
    Layer.provide([Keystile.layerRefresher, Keystile.layerFixed({ refreshToken })]),
    Layer.provide(Client.layerApiConfig({ tokenStore: "memory" })),
    Layer.provide(Keystile.layerFetch)
  )

// example: keystile layerObservability
export const ObservedClient = Layer.mergeAll(Client.layerConfig({ tokenStore: "memory" }), Keystile.layerObservability)

// example: keystile layerSpans
export const TracedClient = Layer.mergeAll(Client.layerConfig({ tokenStore: "memory" }), Keystile.layerSpans)
