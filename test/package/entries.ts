/**
 * Imports every entry of the package, compiled against the packed types under each module resolution. The assertions on
 * types fail if a type is lost and becomes `any`.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { call, type KnownError, layerObservability, ProjectsApi, type RequestError } from "keystile"
import * as Admin from "keystile/admin"
import * as Cache from "keystile/cache"
import * as Client from "keystile/client"
import { KeystileDevtools } from "keystile/devtools"
import { createKeystile as createForExpress } from "keystile/express"
import { createKeystile as createForFastify } from "keystile/fastify"
import { createKeystile as createForHono } from "keystile/hono"
import type { createKeystile as createForNext, Keystile as KeystileOfNext } from "keystile/next"
import { createKeystile as createForAstro } from "keystile/astro"
import { CurrentUser, layerSession, layerUser, type SessionRequired } from "keystile/http-api"
import * as HttpClientTransport from "keystile/http-client"
import { DashboardProvider, useAdminAction, useUsers } from "keystile/dashboard"
import manifest from "keystile/package.json" with { type: "json" }
import { createClientApp, type Result } from "keystile/promise"
import { KeystileProvider, SignIn, useUser } from "keystile/react"
import { createKeystile as createForReactRouter } from "keystile/react-router"
import { createKeystile as createForTanStackStart } from "keystile/tanstack-start"
import { createServerRendering } from "keystile/react/server"
import { SignIn as SignInOfEntry } from "keystile/react/sign-in"
import { SignIn as SignInParts, SignUp as SignUpParts } from "keystile/react/parts"
import "keystile/react/styles.css"
import "keystile/react/styles.layered.css"
import "keystile/react/themes.css"
import * as Server from "keystile/server"
import { layerTest, listen, Mailbox } from "keystile/service"
import { createService, layerRouter, type MountOptions, type readMetrics } from "keystile/service/production"
import { snapshot as snapshotOfBuild } from "keystile/snapshot"
import * as Testing from "keystile/testing"
import { createSessionReader, layerSessions } from "keystile/verify"
import { keystileSnapshot } from "keystile/vite"
import { createWebhookVerifier } from "keystile/webhooks"

type IsAny<A> = 0 extends 1 & A ? true : false
type IsEqual<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <_ extends true>() => {}

const options = { projectId: "p", publishableClientKey: "pck_1", tokenStore: "memory" } as const

const signIn = Effect.gen(function* () {
  const client = yield* Client.Client
  yield* client.signInWithCredential({ email: "ada@example.com", password: "correct horse" })
  return yield* client.getUser
})
type SignInFailure = Effect.Error<typeof signIn>
holds<IsEqual<IsAny<SignInFailure>, false>>()
holds<IsEqual<Extract<SignInFailure, RequestError>, RequestError>>()
holds<IsEqual<Extract<SignInFailure["_tag"], "EmailPasswordMismatch" | "UserNotFound">, "EmailPasswordMismatch">>()
holds<IsEqual<IsAny<KnownError>, false>>()

export const effects = [
  Effect.provide(signIn, Client.layer(options)),
  Effect.provide(signIn, Testing.layer()),
  call(ProjectsApi.getProject),
  Effect.flatMap(Server.Server, (server) => server.getUser),
  Effect.flatMap(Admin.Admin, (admin) => admin.getUser),
  Effect.map(CurrentUser, ({ id }) => id),
  Effect.flatMap(Mailbox, (mailbox) => mailbox.next({})),
  listen({ port: 0 })
]
export const layers = [
  Client.layerConfig({ tokenStore: "memory" }),
  Server.layerConfig({ tokenStore: null }),
  Admin.layerConfig({ tokenStore: null }),
  HttpClientTransport.layer.pipe(Layer.provide(FetchHttpClient.layer)),
  Layer.provide(Layer.merge(layerSession, layerUser), layerSessions(options)),
  layerObservability,
  layerTest({ seed: { projects: [] } })
]
holds<IsEqual<IsAny<Effect.Success<(typeof effects)[number]>>, false>>()
holds<IsEqual<IsAny<Layer.Success<(typeof layers)[number]>>, false>>()
holds<IsEqual<IsAny<SessionRequired>, false>>()

declare const mountOptions: MountOptions
export const mounted = [() => createService(mountOptions).handler, () => layerRouter(mountOptions)]
holds<IsEqual<IsAny<Layer.Success<ReturnType<typeof layerRouter>>>, false>>()
holds<IsEqual<Awaited<ReturnType<ReturnType<typeof createService>["metrics"]>>, string>>()
holds<IsEqual<Effect.Success<typeof readMetrics>, string>>()
holds<Effect.Services<typeof readMetrics> extends Layer.Success<ReturnType<typeof layerRouter>> ? true : false>()

const app = createClientApp(options)
export const promises = async (request: Request): Promise<ReadonlyArray<unknown>> => {
  const result = await app.signInWithCredential({ email: "ada@example.com", password: "correct horse" })
  holds<IsEqual<IsAny<typeof result>, false>>()
  const failure: Result<unknown, unknown> = result
  const session = await createSessionReader(options)(request)
  const snapshot = await createServerRendering(options).takeSnapshot(request)
  holds<IsEqual<IsAny<typeof snapshot>, false>>()
  return [snapshot, failure.status, session?.claims.userId, createWebhookVerifier({ secret: "whsec_1" })]
}

const adapters = [createForExpress(options), createForFastify(options), createForHono(options)]
holds<IsEqual<IsAny<ReturnType<(typeof adapters)[number]["requireSession"]>>, false>>()
export const middleware = adapters.map((keystile) => keystile.requireSession({ or: "redirect" }))

const inLoaders = createForReactRouter(options)
holds<IsEqual<IsAny<Awaited<ReturnType<typeof inLoaders.takeSnapshot>>>, false>>()
const [inAstro, inServerFunctions] = [createForAstro(options), createForTanStackStart(options)]
holds<IsEqual<IsAny<Awaited<ReturnType<typeof inAstro.getUser>>>, false>>()
holds<IsEqual<IsAny<Awaited<ReturnType<typeof inServerFunctions.getUser>>>, false>>()
export const routeMiddleware = [inLoaders.middleware(), inAstro.middleware(), inServerFunctions.middleware()]

// Next's modules can be loaded by Next only.
holds<IsEqual<ReturnType<typeof createForNext>, KeystileOfNext>>()
holds<IsEqual<IsAny<Awaited<ReturnType<KeystileOfNext["getUser"]>>>, false>>()

holds<IsEqual<IsAny<typeof snapshotOfBuild>, false>>()
export const plugins = [keystileSnapshot(), keystileSnapshot({ projectId: snapshotOfBuild?.projectId })]

holds<IsEqual<typeof SignInOfEntry, typeof SignIn>>()
export const screens = [
  Cache,
  DashboardProvider,
  KeystileDevtools,
  KeystileProvider,
  useAdminAction,
  useUsers,
  SignIn,
  SignInOfEntry,
  SignInParts.Root,
  SignUpParts.Root,
  useUser,
  manifest.version
]
