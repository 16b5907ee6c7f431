/** The API keys of a project. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as ApiKeyStore from "../../../service/resources/api-keys/api-key-store.ts"
import * as ProjectStore from "../../../service/resources/projects/project-store.ts"
import { blankProject } from "../../../service/resources/projects/new-project.ts"
import { DAY } from "../../durations.ts"
import { layerDatabase } from "../database-layer.ts"
import { asAdmin, asClient, asServer, type Headers, keys, PROJECT_ID, send, service, asOtherAdmin } from "../fixture.ts"

const KEYS = "/api/v1/internal/api-keys"
const UNKNOWN_ID = "dddddddd-dddd-4ddd-8ddd-dddddddddddd"

const all = { has_publishable_client_key: true, has_secret_server_key: true, has_super_secret_admin_key: true }

const create = (fields: object = {}) =>
  send("POST", KEYS, { headers: asAdmin, json: { description: "test", expires_at_millis: DAY, ...all, ...fields } })
const list = (headers: Headers = asAdmin) => send("GET", KEYS, { headers })
const get = (id: string, headers: Headers = asAdmin) => send("GET", `${KEYS}/${id}`, { headers })
const update = (id: string, json: unknown, headers: Headers = asAdmin) =>
  send("PATCH", `${KEYS}/${id}`, { headers, json })

const FirstView = Schema.Struct({
  id: Schema.String,
  publishable_client_key: Schema.String,
  secret_server_key: Schema.String,
  super_secret_admin_key: Schema.String
})
const created = Effect.flatMap(create(), ({ json }) => Effect.orDie(Schema.decodeUnknownEffect(FirstView)(json)))

const idsOf = (json: unknown) =>
  Effect.map(
    Effect.orDie(
      Schema.decodeUnknownEffect(Schema.Struct({ items: Schema.Array(Schema.Struct({ id: Schema.String })) }))(json)
    ),
    ({ items }) => items.map(({ id }) => id)
  )

const project = { "x-stack-project-id": PROJECT_ID }
const current = (headers: Headers) =>
  Effect.map(
    send("GET", "/api/v1/projects/current", { headers: { ...project, ...headers } }),
    ({ code, status }) => code ?? status
  )
const statusOf = ({ publishable_client_key, secret_server_key, super_secret_admin_key }: typeof FirstView.Type) =>
  Effect.all([
    current({ "x-stack-access-type": "client", "x-stack-publishable-client-key": publishable_client_key }),
    current({ "x-stack-access-type": "server", "x-stack-secret-server-key": secret_server_key }),
    current({ "x-stack-access-type": "admin", "x-stack-super-secret-admin-key": super_secret_admin_key })
  ])

const refused: [string, string, string] = [
  "INVALID_PUBLISHABLE_CLIENT_KEY",
  "INVALID_SECRET_SERVER_KEY",
  "INVALID_SUPER_SECRET_ADMIN_KEY"
]

describe("API keys", () => {
  it.effect("are shown once and work at once", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 minute")
      const response = yield* create()
      const set = yield* Schema.decodeUnknownEffect(FirstView)(response.json)
      assert.match(set.publishable_client_key, /^pck_[0-9a-z]{45}$/)
      assert.match(set.secret_server_key, /^ssk_[0-9a-z]{45}$/)
      assert.match(set.super_secret_admin_key, /^sak_[0-9a-z]{45}$/)
      assert.deepStrictEqual(
        [response.status, response.json],
        [
          200,
          {
            ...set,
            description: "test",
            created_at_millis: 60_000,
            expires_at_millis: DAY
          }
        ]
      )
      assert.deepStrictEqual(yield* statusOf(set), [200, 200, 200])
      const expected = {
        id: set.id,
        description: "test",
        created_at_millis: 60_000,
        expires_at_millis: DAY,
        publishable_client_key: { last_four: set.publishable_client_key.slice(-4) },
        secret_server_key: { last_four: set.secret_server_key.slice(-4) },
        super_secret_admin_key: { last_four: set.super_secret_admin_key.slice(-4) }
      }
      assert.deepStrictEqual((yield* get(set.id)).json, expected)
      assert.deepStrictEqual((yield* get(set.id.toUpperCase())).json, expected)
      assert.deepInclude((yield* list()).json, { is_paginated: false })
    }).pipe(Effect.provide(service()))
  )

  it.effect("are created in the requested kinds", () =>
    Effect.gen(function* () {
      const response = yield* create({ has_publishable_client_key: false, has_super_secret_admin_key: false })
      assert.notProperty(response.json, "publishable_client_key")
      assert.notProperty(response.json, "super_secret_admin_key")
      assert.property(response.json, "secret_server_key")
      const { id } = yield* Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))(response.json)
      const shown = (yield* get(id)).json
      assert.notProperty(shown, "publishable_client_key")
      assert.property(shown, "secret_server_key")
    }).pipe(Effect.provide(service()))
  )

  it.effect("are listed newest first, with the initial ones", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 second")
      const first = yield* created
      yield* TestClock.adjust("1 second")
      const second = yield* created
      const ids = yield* idsOf((yield* list()).json)
      assert.strictEqual(ids.length, 3)
      assert.deepStrictEqual(ids.slice(0, 2), [second.id, first.id])
      const text = (yield* list()).text
      for (const key of [first.secret_server_key, keys.secretServerKey, keys.superSecretAdminKey])
        assert.notInclude(text, key)
    }).pipe(Effect.provide(service()))
  )

  it.effect("work until they expire", () =>
    Effect.gen(function* () {
      const set = yield* created
      yield* TestClock.adjust(DAY - 1)
      assert.deepStrictEqual(yield* statusOf(set), [200, 200, 200])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* statusOf(set), refused)
    }).pipe(Effect.provide(service()))
  )

  it.effect("work until they are revoked; revoking again changes the time", () =>
    Effect.gen(function* () {
      const set = yield* created
      yield* TestClock.adjust("1 second")
      assert.deepInclude((yield* update(set.id, { revoked: true })).json, { manually_revoked_at_millis: 1000 })
      assert.deepStrictEqual(yield* statusOf(set), refused)
      yield* TestClock.adjust("1 second")
      const again = yield* update(set.id, { revoked: true, description: "gone" })
      assert.deepInclude(again.json, { manually_revoked_at_millis: 2000, description: "gone" })
      assert.deepStrictEqual((yield* get(set.id)).json, again.json)
      assert.strictEqual((yield* update(set.id, { revoked: false })).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(service()))
  )

  it.effect("keep working when their description changes", () =>
    Effect.gen(function* () {
      const set = yield* created
      const response = yield* update(set.id, { description: "new" })
      assert.deepInclude(response.json, { description: "new" })
      assert.notProperty(response.json, "manually_revoked_at_millis")
      assert.deepStrictEqual((yield* update(set.id, {})).json, response.json)
      assert.deepStrictEqual(yield* statusOf(set), [200, 200, 200])
    }).pipe(Effect.provide(service()))
  )

  it.effect("of another project are not found", () =>
    Effect.gen(function* () {
      const set = yield* created
      const responses = [
        yield* get(UNKNOWN_ID),
        yield* update(UNKNOWN_ID, { revoked: true }),
        yield* get(set.id, asOtherAdmin),
        yield* update(set.id, { revoked: true }, asOtherAdmin)
      ]
      for (const response of responses)
        assert.deepStrictEqual([response.status, response.code], [404, "API_KEY_NOT_FOUND"])
      assert.deepStrictEqual(yield* statusOf(set), [200, 200, 200])
      assert.notInclude(yield* idsOf((yield* list(asOtherAdmin)).json), set.id)
    }).pipe(Effect.provide(service()))
  )

  it.effect("are managed by owners only", () =>
    Effect.gen(function* () {
      const { id } = yield* created
      for (const tier of [asClient, asServer]) {
        const responses = [
          yield* list(tier),
          yield* get(id, tier),
          yield* update(id, {}, tier),
          yield* send("POST", KEYS, { headers: tier, json: {} })
        ]
        for (const response of responses)
          assert.deepStrictEqual([response.status, response.code], [401, "INSUFFICIENT_ACCESS_TYPE"])
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("are validated before they are created", () =>
    Effect.gen(function* () {
      for (const wrong of [
        { description: null },
        { expires_at_millis: "soon" },
        { expires_at_millis: 1e300 },
        { has_secret_server_key: "yes" },
        { id: UNKNOWN_ID },
        { description: "x".repeat(10_001) }
      ]) {
        assert.strictEqual((yield* create(wrong)).code, "SCHEMA_ERROR")
      }
      assert.strictEqual((yield* get("not-a-uuid")).code, "SCHEMA_ERROR")
      assert.strictEqual((yield* idsOf((yield* list()).json)).length, 1)
    }).pipe(Effect.provide(service()))
  )

  it.effect("are stored as hashes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* ApiKeyStore.ApiKeyStore
      yield* (yield* ProjectStore.ProjectStore).insert(blankProject(PROJECT_ID, 0))
      const set = { id: UNKNOWN_ID, projectId: PROJECT_ID, description: "", createdAt: 0, expiresAt: 1 }
      yield* store.insert({ ...set, keys: { secret_server_key: "ssk_something_secret" } })
      assert.isTrue(yield* store.isValid(PROJECT_ID, "secret_server_key", "ssk_something_secret", 0))
      assert.notInclude(JSON.stringify(yield* sql`SELECT * FROM api_keys`), "something_secret")
    }).pipe(
      Effect.provide(Layer.mergeAll(ApiKeyStore.layer, ProjectStore.layer).pipe(Layer.provideMerge(layerDatabase())))
    )
  )
})
