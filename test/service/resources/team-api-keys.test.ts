/** API keys of teams: the permission to manage them, and checking them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { ada, asAdmin, asClient, asServer } from "../fixture.ts"
import { ADA_ID, bob, BOB_ID, eve, grant, join, makeTeam, NO_ID } from "../team-fixture.ts"
import { asUser, del, get, patch, post } from "../requests.ts"
import { pluck, refusal } from "../responses.ts"
import { checkKey, createKey, readCreated, withKeys } from "./api-key-fixture.ts"

describe("an API key of a team", () => {
  it.effect("is created, listed and revoked by members who may manage API keys", () =>
    Effect.gen(function* () {
      const team = yield* makeTeam(ADA_ID)
      const headers = yield* asUser(ada)
      const response = yield* post("/team-api-keys", headers, {
        team_id: team,
        description: "CI",
        expires_at_millis: null
      })
      assert.strictEqual(response.status, 200)
      const { id, value } = yield* readCreated(response.json)
      assert.match(value, /team1574ck4u7h[\da-f]{8}$/)
      const { json } = yield* get(`/team-api-keys/${id}?team_id=${team}`, headers)
      assert.deepInclude(json, { id, type: "team", team_id: team, value: { last_four: value.slice(-4) } })
      assert.notProperty(json, "expires_at_millis")
      const list = yield* get(`/team-api-keys?team_id=${team}`, headers)
      assert.deepStrictEqual(list.json, { items: [json], is_paginated: false })
      yield* TestClock.setTime(5000)
      const revoked = yield* patch(`/team-api-keys/${id}?team_id=${team}`, yield* asUser(ada), { revoked: true })
      assert.propertyVal(revoked.json, "manually_revoked_at_millis", 5000)
    }).pipe(Effect.provide(withKeys()))
  )

  it.effect("does not exist for members without the permission and for strangers", () =>
    Effect.gen(function* () {
      const team = yield* makeTeam(ADA_ID)
      yield* join(team, BOB_ID)
      const { id, value } = yield* createKey(asServer, { team_id: team })
      const callers = [
        [yield* asUser(bob), 404, "API_KEY_NOT_FOUND"],
        [yield* asUser(eve), 404, "API_KEY_NOT_FOUND"],
        [asClient, 401, "USER_AUTHENTICATION_REQUIRED"]
      ] as const
      for (const [headers, ...expected] of callers) {
        for (const each of [team, NO_ID]) {
          const request = { team_id: each, description: "CI", expires_at_millis: null }
          for (const response of [
            yield* post("/team-api-keys", headers, request),
            yield* get(`/team-api-keys?team_id=${each}`, headers),
            yield* get(`/team-api-keys/${id}?team_id=${each}`, headers),
            yield* patch(`/team-api-keys/${id}?team_id=${each}`, headers, { revoked: true })
          ]) {
            assert.deepStrictEqual(refusal(response), expected)
          }
        }
      }
      assert.strictEqual((yield* checkKey("team", value)).status, 200)
    }).pipe(Effect.provide(withKeys()))
  )

  it.effect("may be managed by a member who is granted the permission, in this team only", () =>
    Effect.gen(function* () {
      const team = yield* makeTeam(ADA_ID)
      const other = yield* makeTeam(ADA_ID)
      yield* join(team, BOB_ID)
      yield* join(other, BOB_ID)
      assert.strictEqual((yield* grant(team, BOB_ID, "$manage_api_keys")).status, 201)
      const headers = yield* asUser(bob)
      const { id } = yield* createKey(headers, { team_id: team })
      const listed = yield* get(`/team-api-keys?team_id=${team}`, headers)
      assert.deepStrictEqual(yield* pluck(listed.json, "id"), [id])
      assert.strictEqual((yield* get(`/team-api-keys?team_id=${other}`, headers)).code, "API_KEY_NOT_FOUND")
      const ofOther = yield* createKey(asServer, { team_id: other })
      const path = `/team-api-keys/${ofOther.id}?team_id=${team}`
      assert.strictEqual((yield* patch(path, headers, { revoked: true })).code, "API_KEY_NOT_FOUND")
      assert.strictEqual((yield* checkKey("team", ofOther.value)).status, 200)
    }).pipe(Effect.provide(withKeys()))
  )

  it.effect("is checked in the server and the admin tier, and is not one of a user", () =>
    Effect.gen(function* () {
      const team = yield* makeTeam(ADA_ID)
      const { id, value } = yield* createKey(yield* asUser(ada), { team_id: team }, { expires_at_millis: 60_000 })
      for (const headers of [asServer, asAdmin]) {
        assert.deepInclude((yield* checkKey("team", value, headers)).json, { id, type: "team", team_id: team })
      }
      const ofUser = yield* createKey(asServer, { user_id: ADA_ID })
      assert.deepInclude(yield* checkKey("team", ofUser.value), {
        code: "WRONG_API_KEY_TYPE",
        details: { expected_type: "team", actual_type: "user" }
      })
      yield* TestClock.setTime(60_000)
      assert.strictEqual((yield* checkKey("team", value)).code, "API_KEY_EXPIRED")
      yield* patch(`/team-api-keys/${id}?team_id=${team}`, asServer, { revoked: true })
      assert.strictEqual((yield* checkKey("team", value)).code, "API_KEY_REVOKED")
      yield* del(`/teams/${team}`, asServer)
      assert.strictEqual((yield* checkKey("team", value)).code, "API_KEY_NOT_FOUND")
      assert.deepStrictEqual(yield* pluck((yield* get(`/team-api-keys?team_id=${team}`, asServer)).json, "id"), [])
    }).pipe(Effect.provide(withKeys()))
  )

  it.effect("needs a team that exists, and its id in every call", () =>
    Effect.gen(function* () {
      const request = { team_id: NO_ID, description: "CI", expires_at_millis: null }
      assert.deepStrictEqual(refusal(yield* post("/team-api-keys", asServer, request)), [404, "TEAM_NOT_FOUND"])
      for (const path of ["/team-api-keys", `/team-api-keys/${NO_ID}`]) {
        assert.strictEqual((yield* get(path, asServer)).code, "SCHEMA_ERROR")
      }
      const team = yield* makeTeam(ADA_ID)
      for (let count = 0; count < 100; count++) yield* createKey(asServer, { team_id: team })
      const late = yield* post("/team-api-keys", asServer, { ...request, team_id: team })
      assert.deepStrictEqual(refusal(late), [400, "LIMIT_REACHED"])
      assert.deepStrictEqual(late.details, { maximum: 100 })
    }).pipe(Effect.provide(withKeys()))
  )

  it.effect("is refused in a project that does not allow it", () =>
    Effect.gen(function* () {
      const team = yield* makeTeam(ADA_ID)
      const headers = yield* asUser(ada)
      for (const response of [
        yield* post("/team-api-keys", headers, { team_id: team, description: "CI", expires_at_millis: null }),
        yield* get(`/team-api-keys?team_id=${team}`, headers),
        yield* get(`/team-api-keys/${NO_ID}?team_id=${team}`, headers),
        yield* patch(`/team-api-keys/${NO_ID}?team_id=${team}`, headers, { revoked: true }),
        yield* checkKey("team", "sk_")
      ]) {
        assert.deepStrictEqual(refusal(response), [400, undefined])
        assert.strictEqual(response.text, "This project does not allow API keys of teams.")
      }
    }).pipe(Effect.provide(withKeys({ allowTeamApiKeys: false })))
  )
})
