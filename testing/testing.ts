/**
 * For an application's own tests: client, server, admin and a whole service, in memory, on the clock of the test. No
 * ports, no mocks, no sleeping.
 *
 * `Faults` makes things go wrong, `ServiceClock` lets the service's clock run ahead of the application's, and `RequestLog`
 * tells what was sent.
 *
 * @example
 * import { assert, it } from "@effect/vitest"
 * import { Effect } from "effect"
 * import { TestClock } from "effect/testing"
 * import * as Client from "keystile/client"
 * import * as Testing from "keystile/testing"
 *
 * it.effect("a user stays signed in for a year", () =>
 *   Effect.gen(function*() {
 *     const client = yield* Client.Client
 *     yield* client.signInWithCredential({ email: "ada@example.com", password: "correct horse" })
 *     yield* TestClock.adjust("364 days")
 *     assert.strictEqual((yield* client.getUser)?.primaryEmail, "ada@example.com")
 *   }).pipe(Effect.provide(Testing.layer({ users: [{ email: "ada@example.com", password: "correct horse" }] }))))
 *
 * @example
 * // The service is busy once: the client waits as long as it was told, and comes again by itself.
 * const faults = yield* Testing.Faults
 * yield* faults.add({ kind: "rateLimit", path: "/api/v1/users/me", retryAfterSeconds: 30, times: 1 })
 * const user = yield* Effect.forkChild(client.getUser)
 * yield* TestClock.adjust("30 seconds")
 * assert.isNotNull(yield* Fiber.join(user))
 *
 * @example
 * // The service's clock is ahead of the client's: a token that the client trusts has expired already.
 * yield* (yield* Testing.ServiceClock).advance("10 minutes")
 * assert.isNotNull(yield* client.getUser)
 * assert.strictEqual(yield* (yield* Testing.RequestLog).count("POST /api/v1/auth/oauth/token"), 1)
 */
import { Effect, Layer } from "effect"
import type { Transport } from "../core/http/transport.ts"
import { type ConnectableProject, ProjectKeys } from "../service/resources/api-keys/project-keys.ts"
import { layerTest, type Running } from "../service/service.ts"
import type { ServiceOptions } from "../service/service-options.ts"
import { layerTransport } from "../service/in-memory.ts"
import type { SeedInput } from "../service/tools/seed/seed.ts"
import { type Client, type ClientOptions, layerNoDeps } from "../tiers/client.ts"
import { type Admin, type AdminOptions, layerNoDeps as layerAdminNoDeps } from "../tiers/admin.ts"
import { type Server, type ServerOptions, layerNoDeps as layerServerNoDeps } from "../tiers/server.ts"
import { loadModules } from "../core/runtime/lazy-module.ts"
import { layerNetwork, TestProject, type WebhookNetwork } from "./webhooks.ts"

/** The seed of a project. */
export type ProjectInput = SeedInput["projects"][number]

export interface TestingOptions extends Pick<ServiceOptions, "accessTokenLifetimeSeconds" | "seed"> {
  /** Settings of the one project that is there without a seed. */
  readonly config?: ProjectInput["config"] | undefined
  /** How many attempts that project takes; `"off"` for tests that sign in very often. */
  readonly limits?: ProjectInput["limits"] | undefined
  /** Users of that project. */
  readonly users?: ProjectInput["users"] | undefined
  /** Options of the client; it connects by itself to the first project, and keeps its tokens in memory. */
  readonly client?: Partial<ClientOptions> | undefined
  /** Options of the server, of which the same is true. */
  readonly server?: Partial<ServerOptions> | undefined
  /** Options of the admin, of which the same is true. */
  readonly admin?: Partial<AdminOptions> | undefined
}

export { TestProject }

/** Where the service seems to be. Nothing is sent there. */
export const BASE_URL = "http://keystile.test"

const projectId = "11111111-1111-4111-8111-111111111111"

const seedOf = ({ config, limits, seed, users }: TestingOptions): SeedInput =>
  seed ?? {
    projects: [
      {
        id: projectId,
        displayName: "Test project",
        ...(config && { config }),
        ...(limits && { limits }),
        ...(users && { users })
      }
    ]
  }

const testProject = Layer.effect(
  TestProject,
  Effect.gen(function* () {
    const [first] = yield* (yield* ProjectKeys).list
    return first ?? (yield* Effect.die("The service has no project"))
  })
)

/** A service without a client: for tests of a server, or of more than one client. */
export const layerService = (
  options: TestingOptions = {}
): Layer.Layer<Running | Transport | TestProject | WebhookNetwork> =>
  Layer.mergeAll(layerTransport, testProject, Layer.effectDiscard(loadModules)).pipe(
    Layer.provideMerge(
      layerTest({
        seed: seedOf(options),
        accessTokenLifetimeSeconds: options.accessTokenLifetimeSeconds
      })
    ),
    Layer.provideMerge(layerNetwork),
    // A test that asks for the impossible is wrong, it does not fail.
    Layer.orDie
  )

/** A client of the service's first project. Each has a session of its own. */
export const layerClient = (
  options: Partial<ClientOptions> = {}
): Layer.Layer<Client, never, TestProject | Transport> =>
  Layer.unwrap(
    Effect.map(TestProject, ({ id, publishableClientKey }) =>
      layerNoDeps({
        projectId: id,
        publishableClientKey,
        baseUrl: BASE_URL,
        tokenStore: "memory",
        ...options
      })
    )
  ).pipe(Layer.orDie)

const keysOf = ({ id, publishableClientKey, secretServerKey, superSecretAdminKey }: ConnectableProject) => ({
  projectId: id,
  publishableClientKey,
  secretServerKey,
  superSecretAdminKey,
  baseUrl: BASE_URL,
  tokenStore: "memory" as const,
  // Tests with a DOM are no browsers.
  allowInBrowser: true
})

/** A server of the service's first project. */
export const layerServer = (
  options: Partial<ServerOptions> = {}
): Layer.Layer<Server, never, TestProject | Transport> =>
  Layer.unwrap(Effect.map(TestProject, (project) => layerServerNoDeps({ ...keysOf(project), ...options }))).pipe(
    Layer.orDie
  )

/** An admin of the service's first project. */
export const layerAdmin = (options: Partial<AdminOptions> = {}): Layer.Layer<Admin, never, TestProject | Transport> =>
  Layer.unwrap(Effect.map(TestProject, (project) => layerAdminNoDeps({ ...keysOf(project), ...options }))).pipe(
    Layer.orDie
  )

/** A client, a server and an admin, and their service. Each of the three has a session of its own. */
export const layer = (
  options: TestingOptions = {}
): Layer.Layer<Client | Server | Admin | Running | Transport | TestProject | WebhookNetwork> =>
  Layer.mergeAll(layerClient(options.client), layerServer(options.server), layerAdmin(options.admin)).pipe(
    Layer.provideMerge(layerService(options))
  )
