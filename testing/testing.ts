/**
 * Runs client, server, admin and a whole service in memory for the tests of an application. Time is the test's `Clock`,
 * and no port is opened.
 *
 * `Faults` injects faults, `ServiceClock` moves the service's clock ahead of the application's, and `RequestLog`
 * records the requests.
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
 * // The service rejects one request with 429: the client retries after the Retry-After header's 30 seconds.
 * const faults = yield* Testing.Faults
 * yield* faults.add({ kind: "rateLimit", path: "/api/v1/users/me", retryAfterSeconds: 30, times: 1 })
 * const user = yield* Effect.forkChild(client.getUser)
 * yield* TestClock.adjust("30 seconds")
 * assert.isNotNull(yield* Fiber.join(user))
 *
 * @example
 * // The service's clock is ahead of the client's: a token that is valid for the client has expired for the service.
 * yield* (yield* Testing.ServiceClock).advance("10 minutes")
 * assert.isNotNull(yield* client.getUser)
 * assert.strictEqual(yield* (yield* Testing.RequestLog).count("POST /api/v1/auth/oauth/token"), 1)
 */
import { Effect, Layer } from "effect"
import type { Transport } from "../core/http/transport.ts"
import { type ConnectableProject, ProjectKeys } from "../service/resources/api-keys/project-keys.ts"
import { layerTest, type DevelopmentServices } from "../service/development.ts"
import type { ServiceOptions } from "../service/service-options.ts"
import { layerTransport } from "../service/server/in-memory.ts"
import type { SeedInput } from "../service/development/seed/seed.ts"
import { type Client, type ClientOptions, layerNoDeps } from "../tiers/client.ts"
import { type Admin, type AdminOptions, layerNoDeps as layerAdminNoDeps } from "../tiers/admin.ts"
import { type Server, type ServerOptions, layerNoDeps as layerServerNoDeps } from "../tiers/server.ts"
import { loadModules } from "../core/loading/lazy-module.ts"
import { layerNetwork, TestProject, type WebhookNetwork } from "./webhooks.ts"

/** The seed of a project. */
export type ProjectInput = SeedInput["projects"][number]

/** The options of the test layers. */
export interface TestingOptions extends Pick<ServiceOptions, "accessTokenLifetimeSeconds" | "seed"> {
  /** Settings of the default project. Ignored with `seed`. */
  readonly config?: ProjectInput["config"] | undefined
  /** Rate limits of the default project. `"off"` for tests that sign in very often. */
  readonly limits?: ProjectInput["limits"] | undefined
  /** Users of the default project. */
  readonly users?: ProjectInput["users"] | undefined
  /** Options of the client. By default it connects to the first project, and stores its tokens in memory. */
  readonly client?: Partial<ClientOptions> | undefined
  /** Options of the server, with the same defaults. */
  readonly server?: Partial<ServerOptions> | undefined
  /** Options of the admin, with the same defaults. */
  readonly admin?: Partial<AdminOptions> | undefined
}

export { TestProject }

/** The base URL of the service. No request leaves the process. */
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

/** Provides a service without a client, for tests of a server or of more than one client. */
export const layerService = (
  options: TestingOptions = {}
): Layer.Layer<DevelopmentServices | Transport | TestProject | WebhookNetwork> =>
  Layer.mergeAll(layerTransport, testProject, Layer.effectDiscard(loadModules)).pipe(
    Layer.provideMerge(
      layerTest({
        seed: seedOf(options),
        accessTokenLifetimeSeconds: options.accessTokenLifetimeSeconds
      })
    ),
    Layer.provideMerge(layerNetwork),
    // Invalid options are a bug in the test, so they are a defect.
    Layer.orDie
  )

/** Provides a client of the service's first project, with a session of its own. */
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
  // A test with a DOM is not a browser.
  allowInBrowser: true
})

/** Provides a server of the service's first project. */
export const layerServer = (
  options: Partial<ServerOptions> = {}
): Layer.Layer<Server, never, TestProject | Transport> =>
  Layer.unwrap(Effect.map(TestProject, (project) => layerServerNoDeps({ ...keysOf(project), ...options }))).pipe(
    Layer.orDie
  )

/** Provides an admin of the service's first project. */
export const layerAdmin = (options: Partial<AdminOptions> = {}): Layer.Layer<Admin, never, TestProject | Transport> =>
  Layer.unwrap(Effect.map(TestProject, (project) => layerAdminNoDeps({ ...keysOf(project), ...options }))).pipe(
    Layer.orDie
  )

/** Provides a client, a server and an admin, each with a session of its own, and their service. */
export const layer = (
  options: TestingOptions = {}
): Layer.Layer<Client | Server | Admin | DevelopmentServices | Transport | TestProject | WebhookNetwork> =>
  Layer.mergeAll(layerClient(options.client), layerServer(options.server), layerAdmin(options.admin)).pipe(
    Layer.provideMerge(layerService(options))
  )
