/** The three tiers against the service, in memory. */
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Testing from "../../testing/index.ts"
import * as Admin from "../../tiers/admin.ts"
import * as Client from "../../tiers/client.ts"
import * as Server from "../../tiers/server.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const bob = { email: "bob@example.com", password: "battery staple" }
const withAda = Testing.layer({ users: [ada] })

const connection = Effect.map(Testing.TestProject, (project) => ({
  projectId: project.id,
  publishableClientKey: project.publishableClientKey,
  secretServerKey: project.secretServerKey,
  superSecretAdminKey: project.superSecretAdminKey,
  baseUrl: Testing.BASE_URL,
  tokenStore: "memory" as const
}))

const serverLayer = Layer.unwrap(Effect.map(connection, (options) => Server.layerNoDeps(options)))
const adminLayer = Layer.unwrap(Effect.map(connection, (options) => Admin.layerNoDeps(options)))

describe("the client tier", () => {
  it.effect("has the same error for a wrong password and an unknown address", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const wrong = yield* Effect.flip(client.signInWithCredential({ ...ada, password: "wrong horse" }))
      const unknown = yield* Effect.flip(client.signInWithCredential({ ...ada, email: "bob@example.com" }))
      assert.strictEqual(wrong._tag, "EmailPasswordMismatch")
      assert.deepStrictEqual(unknown, wrong)
    }).pipe(Effect.provide(withAda))
  )

  it.effect("rejects a password of more than 70 characters without a request", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const log = yield* Testing.RequestLog
      const failure = yield* Effect.flip(
        client.signUpWithCredential({
          email: "bob@example.com",
          password: "x".repeat(71),
          verificationCallbackUrl: "http://localhost/verify"
        })
      )
      assert.strictEqual(failure._tag, "PasswordTooLong")
      assert.lengthOf(yield* log.entries, 0)
    }).pipe(Effect.provide(withAda))
  )

  it.effect("requires a callback URL without a page", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const failure = yield* Effect.flip(
        client.signUpWithCredential({ email: "bob@example.com", password: "12345678" })
      )
      assert.strictEqual(failure._tag, "CallbackUrlMissing")
      assert.include(failure.message, "`verificationCallbackUrl`")
    }).pipe(Effect.provide(withAda))
  )

  it.effect("signs out at once, here and at the service", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signInWithCredential(ada)
      const tokens = yield* client.stored
      yield* client.signOut
      assert.isNull(yield* client.getUser)
      const left = yield* client.withTokenStore({
        refreshToken: tokens.refreshToken && Redacted.value(tokens.refreshToken)
      })
      assert.isNull(yield* left.getUser)
      yield* client.signOut
    }).pipe(Effect.provide(withAda))
  )

  it.effect("changes the user and reads the change", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signInWithCredential(ada)
      const user = yield* client.updateUser({ displayName: "Ada", clientMetadata: { theme: "dark" } })
      assert.strictEqual(user.displayName, "Ada")
      assert.deepStrictEqual((yield* client.getUser)?.clientMetadata, { theme: "dark" })
    }).pipe(Effect.provide(withAda))
  )

  it.effect("is configured by Effect's Config, under the names of the environment variables", () =>
    Effect.gen(function* () {
      const { projectId, publishableClientKey } = yield* connection
      const environment = ConfigProvider.layer(
        ConfigProvider.fromEnvRecord({
          NEXT_PUBLIC_STACK_PROJECT_ID: projectId,
          NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey,
          NEXT_PUBLIC_STACK_API_URL: Testing.BASE_URL
        })
      )
      const id = yield* Effect.map(Client.Client, (client) => client.projectId).pipe(
        Effect.provide(Client.layerConfig({ tokenStore: "memory" }).pipe(Layer.provide(environment)))
      )
      assert.strictEqual(id, projectId)
    }).pipe(Effect.provide(withAda))
  )

  it.effect("names the variable that is missing in Config", () =>
    Effect.gen(function* () {
      const failure = yield* Client.Client.pipe(
        Effect.provide(
          Client.layerConfig({ tokenStore: "memory" }).pipe(
            Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnvRecord({})))
          )
        ),
        Effect.flip
      )
      assert.include(failure.message, "NEXT_PUBLIC_STACK_PROJECT_ID")
    })
  )
})

describe("a call that waits for its next attempt", () => {
  it.effect("does not continue as another user who signed in meanwhile", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const faults = yield* Testing.Faults
      yield* client.signInWithCredential(ada)
      yield* faults.add({ kind: "rateLimit", path: "/api/v1/users/me", times: 1, retryAfterSeconds: 5 })
      const write = yield* Effect.forkChild(Effect.flip(client.updateUser({ displayName: "Ada" })))
      yield* TestClock.adjust("1 second")
      yield* client.signInWithCredential(bob)
      yield* TestClock.adjust("10 seconds")
      const failure = yield* Fiber.join(write)
      assert.strictEqual(failure._tag === "RequestError" && failure.reason._tag, "SessionChanged")
      assert.isNull((yield* client.getUser)?.displayName)
    }).pipe(Effect.provide(Testing.layer({ users: [ada, bob] })))
  )
})

describe("signing out from a service that hangs", () => {
  it.effect("ends the local session at once, and the request after three seconds", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const faults = yield* Testing.Faults
      yield* client.signInWithCredential(ada)
      yield* faults.add({ kind: "delay", path: "/api/v1/auth/sessions/current", millis: 60_000 })
      const leaving = yield* Effect.forkChild(Effect.flip(client.signOut))
      yield* TestClock.adjust("1 second")
      assert.isNull((yield* client.stored).refreshToken)
      yield* TestClock.adjust("2 seconds")
      const failure = yield* Fiber.join(leaving)
      assert.strictEqual(failure.reason._tag, "TimedOut")
    }).pipe(Effect.provide(withAda))
  )
})

describe("the server tier", () => {
  it.effect("reads and changes more fields of the signed-in user than the client", () =>
    Effect.gen(function* () {
      const server = yield* Server.Server
      yield* server.signInWithCredential(ada)
      const user = yield* server.updateUser({ serverMetadata: { plan: "pro" } })
      assert.deepStrictEqual(user.serverMetadata, { plan: "pro" })
      assert.strictEqual((yield* server.getUser)?.primaryEmailAuthEnabled, true)
      assert.strictEqual((yield* server.getProject).displayName, "Test project")
    }).pipe(Effect.provide(serverLayer), Effect.provide(Testing.layerService({ users: [ada] })))
  )

  it.effect("separates the sessions of its requests", () =>
    Effect.gen(function* () {
      const server = yield* Server.Server
      const [one, other] = yield* Effect.all([server.withTokenStore("memory"), server.withTokenStore("memory")])
      yield* one.signInWithCredential(ada)
      assert.strictEqual((yield* one.getUser)?.primaryEmail, ada.email)
      assert.isNull(yield* other.getUser)
      assert.isNull(yield* server.getUser)
    }).pipe(Effect.provide(serverLayer), Effect.provide(Testing.layerService({ users: [ada] })))
  )
})

describe("the admin tier", () => {
  it.effect("reads the project with all its settings", () =>
    Effect.gen(function* () {
      const admin = yield* Admin.Admin
      const project = yield* admin.getProject
      assert.strictEqual(project.userCount, 1)
      assert.strictEqual(project.config.allowLocalhost, true)
    }).pipe(Effect.provide(adminLayer), Effect.provide(Testing.layerService({ users: [ada] })))
  )
})
