/** The root, version and feature checks, the health check, and the token of the webhooks portal. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../../service/sql/database.ts"
import * as PortalTokenStore from "../../../service/webhooks/portal-token-store.ts"
import * as ProjectStore from "../../../service/resources/projects/project-store.ts"
import * as ExpiredRowsStore from "../../../service/pruning/expired-rows-store.ts"
import { blankProject } from "../../../service/resources/projects/new-project.ts"
import { DAY } from "../../durations.ts"
import {
  asAdmin,
  asClient,
  asServer,
  PROJECT_ID,
  project,
  send,
  service,
  signIn,
  USER_ID,
  withToken
} from "../fixture.ts"

describe("GET /", () => {
  it.effect("returns the tier, the project and the user", () =>
    Effect.gen(function* () {
      const anonymous = yield* send("GET", "/api/v1")
      assert.deepStrictEqual([anonymous.status, anonymous.headers["content-type"]], [200, "text/plain; charset=utf-8"])
      assert.match(anonymous.text, /Authentication: None$/)
      for (const [name, tier] of [
        ["Client", asClient],
        ["Server", asServer],
        ["Admin", asAdmin]
      ] as const) {
        const { text } = yield* send("GET", "/api/v1", { headers: tier })
        assert.include(text, `Authentication: ${name}\n         Project: ${PROJECT_ID}\n         User: None`)
      }
      const { access_token } = yield* signIn()
      assert.include((yield* send("GET", "/api/v1", { headers: withToken(access_token) })).text, `User: ${USER_ID}`)
    }).pipe(Effect.provide(service()))
  )

  it.effect("rejects an unknown query parameter and a wrong key", () =>
    Effect.gen(function* () {
      const query = yield* send("GET", "/api/v1?extra=param")
      assert.deepStrictEqual([query.status, query.code], [400, "SCHEMA_ERROR"])
      assert.strictEqual(
        (yield* send("GET", "/api/v1", { headers: { "x-stack-access-type": "client" } })).code,
        "ACCESS_TYPE_WITHOUT_PROJECT_ID"
      )
      const wrong = { ...asClient, "x-stack-publishable-client-key": "wrong" }
      assert.strictEqual((yield* send("GET", "/api/v1", { headers: wrong })).code, "INVALID_PUBLISHABLE_CLIENT_KEY")
      const without = { ...project, "x-stack-access-type": "server" }
      assert.strictEqual((yield* send("GET", "/api/v1", { headers: without })).code, "SERVER_AUTHENTICATION_REQUIRED")
    }).pipe(Effect.provide(service()))
  )
})

describe("a path with a trailing slash", () => {
  it.effect("is redirected to the path without it, with its query", () =>
    Effect.gen(function* () {
      for (const [path, location] of [
        ["/api/v1/", "/api/v1"],
        ["/api/v1/users/me/", "/api/v1/users/me"],
        ["/api/v1/users/?limit=2&cursor=%2F", "/api/v1/users?limit=2&cursor=%2F"],
        [`/api/v1/users/${USER_ID}/`, `/api/v1/users/${USER_ID}`]
      ] as const) {
        for (const method of ["GET", "PATCH"]) {
          const { headers, status } = yield* send(method, path, { headers: asServer })
          assert.deepStrictEqual([status, headers["location"]], [308, location], path)
        }
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("responds with 404 where no such route exists, and never redirects to another host", () =>
    Effect.gen(function* () {
      for (const path of ["/api/v1//", "/nothing/", "//evil.example/", "//evil.example/api/v1/", "/\\evil.example/"]) {
        const { headers, status } = yield* send("GET", path)
        assert.deepStrictEqual([status, headers["location"]], [404, undefined], path)
      }
    }).pipe(Effect.provide(service()))
  )
})

describe("POST /check-feature-support", () => {
  const check = (sent: Parameters<typeof send>[2]) => send("POST", "/api/v1/check-feature-support", sent)

  it.effect("reports every feature as unsupported", () =>
    Effect.gen(function* () {
      const named = yield* check({ json: { feature_name: "some-feature", other: 1 } })
      assert.deepStrictEqual([named.status, named.headers["content-type"]], [200, "text/plain; charset=utf-8"])
      assert.match(named.text, /^some-feature is not supported/)
      assert.match(
        (yield* check({ json: { name: "rsc-handler-signIn" }, headers: asClient })).text,
        /^rsc-handler-signIn is/
      )
    }).pipe(Effect.provide(service()))
  )

  it.effect("rejects a feature name that is not a string", () =>
    Effect.gen(function* () {
      const others = [5, true, null, [], {}, ["x"], { length: 1 }]
      const bodies = others.flatMap((value) => [
        { feature_name: value },
        { name: value },
        { name: "x", feature_name: value }
      ])
      for (const json of bodies) {
        const response = yield* check({ json })
        assert.deepStrictEqual([response.status, response.code], [400, "SCHEMA_ERROR"], JSON.stringify(json))
      }
      assert.include((yield* check({ json: { name: "x", feature_name: 5 } })).error, "\n  - body.feature_name: ")
    }).pipe(Effect.provide(service()))
  )

  it.effect("accepts any body without a feature name", () =>
    Effect.gen(function* () {
      for (const json of [{}, [], null, 1, "text", { feature_name: "" }, { other: { deep: [1] } }]) {
        const response = yield* check({ json })
        assert.strictEqual(response.status, 200)
        assert.match(response.text, /^This feature is not supported/)
      }
      assert.strictEqual((yield* check({})).status, 200)
      assert.strictEqual((yield* check({ body: "text", headers: { "content-type": "text/plain" } })).status, 200)
      const bytes = { body: new Uint8Array([0, 1]), headers: { "content-type": "application/octet-stream" } }
      assert.strictEqual((yield* check(bytes)).status, 200)
      assert.isBelow((yield* check({ json: { feature_name: "x".repeat(60_000) } })).text.length, 200)
      assert.notInclude((yield* check({ json: { feature_name: "a\0b" } })).text, "\0")
    }).pipe(Effect.provide(service()))
  )
})

describe("POST /check-version", () => {
  const CheckResult = Schema.Struct({
    upToDate: Schema.Boolean,
    error: Schema.optionalKey(Schema.String),
    severe: Schema.optionalKey(Schema.Boolean)
  })
  const check = (clientVersion: unknown) =>
    Effect.flatMap(send("POST", "/api/v1/check-version", { json: { clientVersion } }), ({ json }) =>
      Effect.orDie(Schema.decodeUnknownEffect(CheckResult)(json))
    )

  it.effect("accepts its own version", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* check("2.7.20"), { upToDate: true })
    }).pipe(Effect.provide(service()))
  )

  it.effect("distinguishes versions with missing features from incompatible ones", () =>
    Effect.gen(function* () {
      for (const [version, severe] of [
        ["2.7.19", false],
        ["2.7.21", false],
        ["2.7.20-beta.1", false],
        ["2.6.20", true],
        ["3.7.20", true],
        ["newest", true],
        ["", true]
      ] as const) {
        const result = yield* check(version)
        assert.deepStrictEqual([result.upToDate, result.severe], [false, severe], version)
        assert.isString(result.error)
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("requires a version", () =>
    Effect.gen(function* () {
      for (const json of [{}, { clientVersion: null }, { clientVersion: "1.0.0", other: 1 }]) {
        assert.strictEqual((yield* send("POST", "/api/v1/check-version", { json })).code, "SCHEMA_ERROR")
      }
    }).pipe(Effect.provide(service()))
  )
})

describe("GET /health", () => {
  it.effect("reads the database when asked to", () =>
    Effect.gen(function* () {
      for (const path of ["/health", "/health?db=1", "/health?db=&other=x"]) {
        assert.deepStrictEqual((yield* send("GET", path)).json, { status: "ok" })
      }
    }).pipe(Effect.provide(service()))
  )
})

describe("POST /webhooks/svix-token", () => {
  const create = (headers = asAdmin, json: unknown = {}) =>
    send("POST", "/api/v1/webhooks/svix-token", { headers, json })

  it.effect("issues owners a new token for each request", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* create(), yield* create()]
      assert.strictEqual(first.status, 201)
      const { token } = yield* Schema.decodeUnknownEffect(Schema.Struct({ token: Schema.String }))(first.json)
      assert.match(token, /^appsk_[0-9a-z]{45}$/)
      assert.notDeepEqual(first.json, second.json)
    }).pipe(Effect.provide(service()))
  )

  it.effect("requires an empty object and the admin tier", () =>
    Effect.gen(function* () {
      for (const json of [undefined, null, [], { project: "x" }]) {
        const response = yield* json === undefined
          ? send("POST", "/api/v1/webhooks/svix-token", { headers: asAdmin })
          : create(asAdmin, json)
        assert.strictEqual(response.code, "SCHEMA_ERROR")
      }
      for (const tier of [asClient, asServer])
        assert.strictEqual((yield* create(tier)).code, "INSUFFICIENT_ACCESS_TYPE")
    }).pipe(Effect.provide(service()))
  )

  it.effect("stores hashes of tokens until they expire", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tokens = yield* PortalTokenStore.PortalTokenStore
      yield* (yield* ProjectStore.ProjectStore).insert(blankProject(PROJECT_ID, 0))
      yield* tokens.insert({ token: "appsk_first", projectId: PROJECT_ID, createdAt: 0, expiresAt: 10 })
      yield* tokens.insert({ token: "appsk_second", projectId: PROJECT_ID, createdAt: 10, expiresAt: 20 })
      yield* (yield* ExpiredRowsStore.ExpiredRowsStore).prune(10)
      const rows = yield* sql`SELECT * FROM webhook_portal_tokens`
      assert.strictEqual(rows.length, 1)
      assert.notInclude(JSON.stringify(rows), "appsk_")
    }).pipe(
      Effect.provide(
        Layer.mergeAll(
          ExpiredRowsStore.layer({ accessToken: 0, auditEntry: 365 * DAY }),
          PortalTokenStore.layer,
          ProjectStore.layer
        ).pipe(Layer.provideMerge(Database.layer(Database.MEMORY)))
      )
    )
  )
})
