/** API keys of users: creating, listing, changing, revoking and checking them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { crc32 } from "node:zlib"
import { hashOpaqueToken } from "../../../service/crypto/opaque-token.ts"
import { blankProject } from "../../../service/resources/projects/new-project.ts"
import * as ProjectStore from "../../../service/resources/projects/project-store.ts"
import { createApiKey } from "../../../service/resources/user-team-api-keys/create-api-key.ts"
import * as UserTeamApiKeyStore from "../../../service/resources/user-team-api-keys/user-team-api-key-store.ts"
import { layerDatabase } from "../database-layer.ts"
import { ada, PROJECT_ID, asAdmin, asClient, asOtherServer, asServer } from "../fixture.ts"
import { ADA_ID, BOB_ID, bob, makeTeam, NO_ID } from "../team-fixture.ts"
import { asUser, del, get, patch, post } from "../requests.ts"
import { pluck, refusal } from "../responses.ts"
import { checkKey, createKey, readCreated, withKeys } from "./api-key-fixture.ts"

const mine = { user_id: "me" }

describe("an API key of a user", () => {
  it.effect("is returned once, and then shown by its last four characters", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_700_000_000_000)
      const response = yield* post("/user-api-keys", yield* asUser(ada), {
        ...mine,
        description: "CI",
        expires_at_millis: 1_800_000_000_000
      })
      assert.strictEqual(response.status, 200)
      const { id, value } = yield* readCreated(response.json)
      const shown = {
        id,
        description: "CI",
        created_at_millis: 1_700_000_000_000,
        expires_at_millis: 1_800_000_000_000,
        is_public: false,
        type: "user",
        user_id: ADA_ID
      }
      assert.deepStrictEqual(response.json, { ...shown, value })
      const listed = { ...shown, value: { last_four: value.slice(-4) } }
      const list = yield* get("/user-api-keys?user_id=me", yield* asUser(ada))
      assert.deepStrictEqual(list.json, { items: [listed], is_paginated: false })
      for (const each of [yield* asUser(ada), asServer, asAdmin]) {
        assert.deepStrictEqual((yield* get(`/user-api-keys/${id}`, each)).json, listed)
      }
    }).pipe(Effect.provide(withKeys()))
  )

  it.effect("is stored as a hash", () =>
    Effect.gen(function* () {
      const project = blankProject("project", 0)
      yield* (yield* ProjectStore.ProjectStore).insert(project)
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO teams (
          id, project_id, display_name, client_metadata, client_read_only_metadata, server_metadata, created_at
        )
        VALUES ('team', 'project', 'Crew', 'null', 'null', 'null', 0)`
      const wanted = { description: "CI", expiresAt: null }
      const { key, record } = yield* createApiKey("project", { type: "team", id: "team" }, wanted)
      const value = Redacted.value(key)
      const [row] = yield* sql`SELECT * FROM user_team_api_keys WHERE id = ${record.id}`
      assert.propertyVal(row, "hash", hashOpaqueToken(value))
      assert.notInclude(JSON.stringify(row), value.slice(0, 48))
      const found = yield* (yield* UserTeamApiKeyStore.UserTeamApiKeyStore).findByKey("project", value)
      assert.deepStrictEqual(found, record)
    }).pipe(
      Effect.provide(
        Layer.merge(ProjectStore.layer, UserTeamApiKeyStore.layer).pipe(Layer.provideMerge(layerDatabase()))
      )
    )
  )

  it.effect("has a prefix, its id, its type, a marker for scanners and a checksum", () =>
    Effect.gen(function* () {
      const headers = yield* asUser(ada)
      for (const [is_public, start, digit] of [
        [false, "sk_", "1"],
        [true, "pk_", "3"]
      ] as const) {
        const { id, value } = yield* createKey(headers, mine, { is_public })
        const rest = `${id.replaceAll("-", "")}user${digit}574ck4u7h`
        assert.match(value, new RegExp(`^${start}[0-9a-hjkmnp-tv-z]{45}${rest}[0-9a-f]{8}$`))
        assert.strictEqual(Number.parseInt(value.slice(-8), 16), crc32(value.slice(0, -8)))
      }
    }).pipe(Effect.provide(withKeys()))
  )

  it.effect("of a server may belong to any user of the project", () =>
    Effect.gen(function* () {
      const { id } = yield* createKey(asServer, { user_id: BOB_ID })
      assert.deepStrictEqual(yield* pluck((yield* get("/user-api-keys?user_id=me", yield* asUser(bob))).json, "id"), [
        id
      ])
      assert.deepStrictEqual(
        refusal(yield* post("/user-api-keys", asServer, { user_id: NO_ID, description: "", expires_at_millis: null })),
        [404, "USER_NOT_FOUND"]
      )
    }).pipe(Effect.provide(withKeys()))
  )

  it.effect("needs an expiry or null", () =>
    Effect.gen(function* () {
      const headers = yield* asUser(ada)
      for (const fields of [{}, { expires_at_millis: "never" }, { expires_at_millis: null, revoked: true }]) {
        const response = yield* post("/user-api-keys", headers, { ...mine, description: "CI", ...fields })
        assert.deepStrictEqual(refusal(response), [400, "SCHEMA_ERROR"])
      }
    }).pipe(Effect.provide(withKeys()))
  )
})

describe("the list of API keys", () => {
  it.effect("has the newest first, with those that are revoked or have expired", () =>
    Effect.gen(function* () {
      const headers = yield* asUser(ada)
      const first = yield* createKey(headers, mine, { expires_at_millis: 0 })
      const second = yield* createKey(headers, mine)
      yield* patch(`/user-api-keys/${second.id}?user_id=me`, headers, { revoked: true })
      yield* TestClock.adjust(1)
      const third = yield* createKey(headers, mine)
      const { json } = yield* get("/user-api-keys?user_id=me", headers)
      assert.deepStrictEqual(yield* pluck(json, "id"), [third.id, second.id, first.id])
    }).pipe(Effect.provide(withKeys()))
  )

  it.effect("has those of all users for a server that names none", () =>
    Effect.gen(function* () {
      const one = yield* createKey(yield* asUser(ada), mine)
      yield* TestClock.adjust(1)
      const two = yield* createKey(yield* asUser(bob), mine)
      assert.deepStrictEqual(yield* pluck((yield* get("/user-api-keys", asServer)).json, "id"), [two.id, one.id])
      const ofAda = yield* get(`/user-api-keys?user_id=${ADA_ID}`, asServer)
      assert.deepStrictEqual(yield* pluck(ofAda.json, "id"), [one.id])
      assert.deepStrictEqual((yield* get("/user-api-keys", asOtherServer)).status, 400, "not allowed in that project")
    }).pipe(Effect.provide(withKeys()))
  )

  it.effect("is refused to clients without the id of their user", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(refusal(yield* get("/user-api-keys", yield* asUser(ada))), [400, undefined])
      assert.deepStrictEqual(refusal(yield* get(`/user-api-keys?user_id=${BOB_ID}`, yield* asUser(ada))), [
        403,
        undefined
      ])
      for (const path of ["/user-api-keys", "/user-api-keys?user_id=me", `/user-api-keys?user_id=${ADA_ID}`]) {
        assert.deepStrictEqual(refusal(yield* get(path, asClient)), [401, "USER_AUTHENTICATION_REQUIRED"])
      }
      assert.deepStrictEqual(refusal(yield* get("/user-api-keys?user_id=me", asServer)), [
        401,
        "USER_AUTHENTICATION_REQUIRED"
      ])
    }).pipe(Effect.provide(withKeys()))
  )
})

describe("a change of an API key", () => {
  it.effect("describes it anew", () =>
    Effect.gen(function* () {
      const headers = yield* asUser(ada)
      const { id } = yield* createKey(headers, mine)
      const changed = yield* patch(`/user-api-keys/${id}?user_id=me`, headers, { description: "Laptop" })
      assert.propertyVal(changed.json, "description", "Laptop")
      assert.notProperty(changed.json, "manually_revoked_at_millis")
      assert.deepStrictEqual((yield* get(`/user-api-keys/${id}?user_id=me`, headers)).json, changed.json)
    }).pipe(Effect.provide(withKeys()))
  )

  it.effect("revokes it for ever, at the first time", () =>
    Effect.gen(function* () {
      const { id } = yield* createKey(asServer, { user_id: ADA_ID })
      yield* TestClock.setTime(1000)
      const path = `/user-api-keys/${id}`
      assert.propertyVal((yield* patch(path, asServer, { revoked: true })).json, "manually_revoked_at_millis", 1000)
      yield* TestClock.setTime(2000)
      assert.propertyVal((yield* patch(path, asServer, { revoked: true })).json, "manually_revoked_at_millis", 1000)
      assert.propertyVal((yield* patch(path, asServer, { description: "x" })).json, "manually_revoked_at_millis", 1000)
      assert.strictEqual((yield* patch(path, asServer, { revoked: false })).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(withKeys()))
  )

  it.effect("does not find keys of other users, teams and projects", () =>
    Effect.gen(function* () {
      const team = yield* makeTeam(ADA_ID)
      const ofTeam = yield* createKey(asServer, { team_id: team })
      const ofBob = yield* createKey(asServer, { user_id: BOB_ID })
      const headers = yield* asUser(ada)
      for (const id of [ofTeam.id, ofBob.id, NO_ID]) {
        for (const each of [
          yield* get(`/user-api-keys/${id}`, headers),
          yield* patch(`/user-api-keys/${id}`, headers, {})
        ]) {
          assert.deepStrictEqual(refusal(each), [404, "API_KEY_NOT_FOUND"])
        }
      }
      const asOfAda = yield* patch(`/user-api-keys/${ofBob.id}?user_id=${ADA_ID}`, asServer, { revoked: true })
      assert.deepStrictEqual(refusal(asOfAda), [404, "API_KEY_NOT_FOUND"])
      assert.strictEqual((yield* checkKey("user", ofBob.value)).status, 200)
    }).pipe(Effect.provide(withKeys()))
  )
})

describe("a check of an API key", () => {
  it.effect("returns the key with its user, in the server and the admin tier", () =>
    Effect.gen(function* () {
      const { id, value } = yield* createKey(yield* asUser(ada), mine)
      const { json } = yield* get(`/user-api-keys/${id}`, asServer)
      for (const headers of [asServer, asAdmin]) {
        assert.deepStrictEqual((yield* checkKey("user", value, headers)).json, json)
      }
      assert.strictEqual((yield* checkKey("user", value, yield* asUser(ada))).code, "INSUFFICIENT_ACCESS_TYPE")
    }).pipe(Effect.provide(withKeys()))
  )

  it.effect("reports an unknown key, one of a team, a revoked one and an expired one, in this order", () =>
    Effect.gen(function* () {
      const team = yield* makeTeam(ADA_ID)
      const unknown = { code: "API_KEY_NOT_FOUND", status: 404 }
      const { id, value } = yield* createKey(asServer, { user_id: ADA_ID }, { expires_at_millis: 60_000 })
      const flipped = `${value.slice(0, -1)}${value.endsWith("0") ? "1" : "0"}`
      const text = `${value.slice(0, 3)}${value.slice(4, 20)}x${value.slice(20, -8)}`
      const otherKey = `${text}${crc32(text).toString(16).padStart(8, "0")}`
      for (const key of ["", "sk_", flipped, otherKey, value.toUpperCase()]) {
        assert.deepInclude(yield* checkKey("user", key), unknown)
      }
      assert.strictEqual((yield* checkKey("user", value)).status, 200)
      yield* TestClock.setTime(60_000)
      assert.deepInclude(yield* checkKey("user", value), { code: "API_KEY_EXPIRED", status: 401 })
      yield* patch(`/user-api-keys/${id}`, asServer, { revoked: true })
      assert.deepInclude(yield* checkKey("user", value), { code: "API_KEY_REVOKED", status: 401 })
      const ofTeam = yield* createKey(asServer, { team_id: team })
      yield* patch(`/team-api-keys/${ofTeam.id}?team_id=${team}`, asServer, { revoked: true })
      assert.deepInclude(yield* checkKey("user", ofTeam.value), {
        code: "WRONG_API_KEY_TYPE",
        status: 400,
        details: { expected_type: "user", actual_type: "team" }
      })
    }).pipe(Effect.provide(withKeys()))
  )

  it.effect("fails after the user was deleted", () =>
    Effect.gen(function* () {
      const { value } = yield* createKey(yield* asUser(ada), mine)
      yield* del(`/users/${ADA_ID}`, asServer)
      assert.strictEqual((yield* checkKey("user", value)).code, "API_KEY_NOT_FOUND")
      assert.deepStrictEqual(yield* pluck((yield* get("/user-api-keys", asServer)).json, "id"), [])
    }).pipe(Effect.provide(withKeys()))
  )
})

describe("a user", () => {
  it.effect("has at most 100 valid API keys, also when two are created at once", () =>
    Effect.gen(function* () {
      const owner = { user_id: ADA_ID }
      for (let count = 0; count < 99; count++) yield* createKey(asServer, owner)
      const { id } = yield* createKey(asServer, owner, { expires_at_millis: 0 })
      const request = { ...owner, description: "CI", expires_at_millis: null }
      const responses = yield* Effect.forEach([1, 2], () => post("/user-api-keys", asServer, request), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(responses.map(({ code, status }) => code ?? status).toSorted(), [200, "LIMIT_REACHED"])
      const refused = yield* post("/user-api-keys", asServer, request)
      assert.deepInclude(refused, { status: 400, code: "LIMIT_REACHED", details: { maximum: 100 } })
      assert.strictEqual((yield* post("/user-api-keys", asServer, { ...request, user_id: BOB_ID })).status, 200)
      const all = yield* pluck((yield* get(`/user-api-keys?user_id=${ADA_ID}`, asServer)).json, "id")
      assert.lengthOf(all, 101)
      assert.include(all, id)
    }).pipe(Effect.provide(withKeys()))
  )

  it.effect("keeps the newest 100 keys that are revoked or have expired", () =>
    Effect.gen(function* () {
      const owner = { user_id: ADA_ID }
      const valid = yield* createKey(asServer, owner)
      const invalid: Array<string> = []
      for (let count = 0; count < 102; count++) {
        yield* TestClock.adjust(1)
        invalid.push((yield* createKey(asServer, owner, { expires_at_millis: 0 })).id)
      }
      yield* TestClock.adjust(1)
      const newest = yield* createKey(asServer, owner)
      const all = yield* pluck((yield* get(`/user-api-keys?user_id=${ADA_ID}`, asServer)).json, "id")
      assert.deepStrictEqual(all, [newest.id, ...invalid.slice(2).toReversed(), valid.id])
    }).pipe(Effect.provide(withKeys()))
  )
})

describe("a project that does not allow API keys of users", () => {
  const off = withKeys({ allowUserApiKeys: false })

  it.effect("refuses every call about them", () =>
    Effect.gen(function* () {
      const headers = yield* asUser(ada)
      const request = { ...mine, description: "CI", expires_at_millis: null }
      for (const response of [
        yield* post("/user-api-keys", headers, request),
        yield* get("/user-api-keys?user_id=me", headers),
        yield* get(`/user-api-keys/${NO_ID}`, headers),
        yield* patch(`/user-api-keys/${NO_ID}`, headers, { revoked: true }),
        yield* checkKey("user", "sk_")
      ]) {
        assert.deepStrictEqual(refusal(response), [400, undefined])
        assert.strictEqual(response.text, "This project does not allow API keys of users.")
      }
    }).pipe(Effect.provide(off))
  )

  it.effect("is one by default, and its settings say so in every tier", () =>
    Effect.gen(function* () {
      const flags = { "config.allow_user_api_keys": false, "config.allow_team_api_keys": true }
      for (const headers of [asClient, asServer, asAdmin]) {
        assert.deepNestedInclude((yield* get("/projects/current", headers)).json, flags)
      }
      assert.deepNestedInclude((yield* get("/internal/projects/current", asAdmin)).json, flags)
      const other = yield* get("/projects/current", asOtherServer)
      assert.deepNestedInclude(other.json, { "config.allow_user_api_keys": false, "config.allow_team_api_keys": false })
    }).pipe(Effect.provide(off))
  )

  it.effect("becomes one that does by an update of its settings, which leaves the other setting", () =>
    Effect.gen(function* () {
      for (const path of ["/projects/current", "/internal/projects/current"]) {
        for (const allowed of [true, false]) {
          const { json } = yield* patch(path, asAdmin, { config: { allow_user_api_keys: allowed } })
          assert.deepNestedInclude(json, { id: PROJECT_ID, "config.allow_user_api_keys": allowed })
          assert.deepNestedInclude(json, { "config.allow_team_api_keys": true })
          assert.strictEqual((yield* get("/user-api-keys", asServer)).status, allowed ? 200 : 400)
        }
      }
    }).pipe(Effect.provide(off))
  )
})
