/** The admin tier with the session of the project's owner. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as Testing from "../../../testing/index.ts"
import * as Admin from "../../../tiers/admin.ts"
import * as Client from "../../../tiers/client.ts"
import { ada, bob } from "../server/fixture.ts"

const PROJECT = "22222222-2222-4222-8222-222222222222"
const REFRESH = "POST /api/v1/auth/oauth/token"

const withOwner = Effect.provide(
  Testing.layer({
    seed: {
      projects: [
        {
          id: "internal",
          displayName: "Internal",
          limits: "off",
          users: [{ ...ada, serverMetadata: { managedProjectIds: [PROJECT] } }, bob]
        },
        { id: PROJECT, displayName: "Owned", users: [{ ...ada, displayName: "A user" }] }
      ]
    }
  })
)

const adminBy = (client: Client.ClientCalls) =>
  Effect.map(
    Layer.build(
      Admin.layer({
        projectId: PROJECT,
        // Neither read nor sent.
        superSecretAdminKey: "\u0000 no key",
        baseUrl: Testing.BASE_URL,
        projectOwnerSession: client.asProjectOwner,
        tokenStore: "memory"
      })
    ),
    (context) => Effect.provideContext(Admin.Admin, context)
  ).pipe(Effect.flatten)

const reasonOf = <A>(effect: Effect.Effect<A, { readonly _tag: string }>) =>
  Effect.map(Effect.flip(effect), (failure) => {
    const { reason } = failure as { readonly reason?: { readonly _tag: string; readonly cause?: string } }
    return reason?.cause ?? reason?._tag
  })

describe("an app with the session of the project's owner", () => {
  it.effect("reads and changes the project and its users without any key", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signInWithCredential(ada)
      const admin = yield* adminBy(client)
      assert.strictEqual((yield* admin.getProject).displayName, "Owned")
      yield* admin.updateProject({ displayName: "Still owned" })
      assert.deepStrictEqual(
        (yield* admin.users.page()).items.map(({ displayName }) => displayName),
        ["A user"]
      )
      assert.isNull(yield* admin.getUser)
    }).pipe(withOwner)
  )

  it.effect("sends a new token when the old one has expired or is rejected", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const log = yield* Testing.RequestLog
      yield* client.signInWithCredential(ada)
      const admin = yield* adminBy(client)
      yield* admin.getProject
      yield* TestClock.adjust("10 minutes")
      yield* log.clear
      yield* Effect.all([admin.getProject, admin.getMetrics(), admin.apiKeys.list()], { concurrency: "unbounded" })
      assert.strictEqual(yield* log.count(REFRESH), 1)
      yield* log.clear
      yield* (yield* Testing.ServiceClock).advance("10 minutes")
      assert.strictEqual((yield* admin.getProject).id, PROJECT)
      assert.strictEqual(yield* log.count(REFRESH), 1)
    }).pipe(withOwner)
  )

  it.effect("ends with the session, and does not continue as another user", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signInWithCredential(ada)
      const admin = yield* adminBy(client)
      yield* admin.getProject
      yield* client.signOut
      assert.strictEqual(yield* reasonOf(admin.getProject), "ownerSignedOut")
      yield* client.signInWithCredential(ada)
      assert.strictEqual(yield* reasonOf(admin.getProject), "ownerSignedOut")
      assert.strictEqual((yield* Effect.flatMap(adminBy(client), ({ getProject }) => getProject)).id, PROJECT)
    }).pipe(withOwner)
  )

  it.effect("fails for a user who does not manage the project", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signInWithCredential(bob)
      const failure = yield* Effect.flip(Effect.flatMap(adminBy(client), ({ getProject }) => getProject))
      assert.strictEqual(
        failure._tag === "RequestError" && failure.reason._tag === "Refused" && failure.reason.error._tag,
        "AdminAccessTokenIsNotAdmin"
      )
    }).pipe(withOwner)
  )

  it.effect("does neither OAuth nor token refresh", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const log = yield* Testing.RequestLog
      yield* client.signInWithCredential(ada)
      const admin = yield* adminBy(client)
      const session = yield* admin.users.page()
      const { refreshToken } = yield* admin.users.createSession(session.items[0]?.id ?? "")
      yield* log.clear
      const of = yield* admin.withTokenStore({ refreshToken: Redacted.value(refreshToken) })
      assert.strictEqual(yield* reasonOf(of.getUser), "ownerSession")
      assert.strictEqual(yield* reasonOf(admin.signInWithOAuth("github")), "ownerSession")
      assert.lengthOf(yield* log.entries, 0)
    }).pipe(withOwner)
  )

  it.effect("fails with the error of the owner's session", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const faults = yield* Testing.Faults
      yield* client.signInWithCredential(ada)
      const admin = yield* adminBy(client)
      yield* TestClock.adjust("10 minutes")
      yield* faults.add({ kind: "rateLimit", path: "/api/v1/auth/oauth/token", times: 1, retryAfterSeconds: 3600 })
      assert.strictEqual(yield* reasonOf(admin.getProject), "RateLimited")
      assert.strictEqual((yield* admin.getProject).id, PROJECT)
    }).pipe(withOwner)
  )
})
