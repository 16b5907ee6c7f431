/** Permissions of team members. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ada, service, asAdmin, asClient, asServer } from "../fixture.ts"
import {
  ADA_ID,
  bob,
  BOB_ID,
  define,
  EVE_ID,
  grant,
  join,
  makeTeam,
  NO_ID,
  permissionsOf,
  systemPermissions,
  users,
  withUsers
} from "../team-fixture.ts"
import { asUser, del, get, patch, post } from "../requests.ts"
import { pluck, readItems, refusal } from "../responses.ts"

/** A seed may contain cycles, as databases of earlier versions may. */
const withCycles = service({
  users,
  teamPermissions: {
    definitions: [
      { id: "member", containedPermissionIds: ["$read_members", "$invite_members"] },
      { id: "deep", containedPermissionIds: ["$update_team", "top", "deep"] },
      { id: "middle", containedPermissionIds: ["deep"] },
      { id: "top", containedPermissionIds: ["middle", "deep"] }
    ],
    memberDefaults: ["member"]
  }
})

describe("the permissions of a member", () => {
  it.effect("start with the project's defaults, as direct permissions", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam(ADA_ID)
      yield* join(id, BOB_ID)
      assert.deepStrictEqual(yield* permissionsOf(id, ADA_ID), ["admin"])
      assert.deepStrictEqual(yield* permissionsOf(id, BOB_ID), ["member"])
      assert.deepStrictEqual(yield* permissionsOf(id, ADA_ID, true), [...systemPermissions, "admin"])
      assert.deepStrictEqual(yield* permissionsOf(id, BOB_ID, true), ["$invite_members", "$read_members", "member"])
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("can be granted, also repeatedly, and revoked once", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam(ADA_ID)
      yield* join(id, BOB_ID)
      const granted = yield* grant(id.toUpperCase(), BOB_ID.toUpperCase(), "$update_team")
      const permission = { id: "$update_team", user_id: BOB_ID, team_id: id }
      assert.deepStrictEqual([granted.status, granted.json], [201, permission])
      assert.deepStrictEqual((yield* grant(id, BOB_ID, "$update_team")).json, permission)
      assert.deepStrictEqual(yield* permissionsOf(id, BOB_ID), ["$update_team", "member"])
      const path = `/team-permissions/${id}/${BOB_ID}/$update_team`
      assert.deepStrictEqual((yield* del(path, asServer, {})).json, { success: true })
      const again = yield* del(path, asServer)
      assert.deepStrictEqual(
        [...refusal(again), again.details],
        [
          401,
          "TEAM_PERMISSION_NOT_FOUND",
          {
            team_id: id,
            user_id: BOB_ID,
            permission_id: "$update_team"
          }
        ]
      )
      const contained = yield* del(`/team-permissions/${id}/${BOB_ID}/$read_members`, asServer)
      assert.strictEqual(contained.code, "TEAM_PERMISSION_NOT_FOUND", "it is contained in another one")
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("require a member of the team and a permission of the project", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam(ADA_ID)
      const paths = [
        [`${id}/${NO_ID}/admin`, 404, "USER_NOT_FOUND"],
        [`${id}/${BOB_ID}/admin`, 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
        [`${NO_ID}/${ADA_ID}/admin`, 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
        [`${id}/me/admin`, 400, "CANNOT_GET_OWN_USER_WITHOUT_USER"],
        [`${id}/${ADA_ID}/$anything`, 400, "SCHEMA_ERROR"],
        [`${id}/${ADA_ID}/UPPER`, 400, "SCHEMA_ERROR"]
      ] as const
      for (const [path, ...expected] of paths) {
        assert.deepStrictEqual(refusal(yield* post(`/team-permissions/${path}`, asServer, {})), [...expected], path)
        assert.deepStrictEqual(refusal(yield* del(`/team-permissions/${path}`, asServer)), [...expected], path)
      }
      const unknown = yield* grant(id, ADA_ID, "does_not_exist")
      assert.deepStrictEqual(
        [...refusal(unknown), unknown.details],
        [
          404,
          "PERMISSION_NOT_FOUND",
          {
            permission_id: "does_not_exist"
          }
        ]
      )
      assert.strictEqual((yield* post(`/team-permissions/${id}/${ADA_ID}/admin`, asServer)).code, "SCHEMA_ERROR")
      const byUser = yield* post(`/team-permissions/${id}/${ADA_ID}/admin`, yield* asUser(ada), {})
      assert.deepStrictEqual(refusal(byUser), [401, "INSUFFICIENT_ACCESS_TYPE"])
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("are listed by team, user and permission, in any combination", () =>
    Effect.gen(function* () {
      const [first = "", second = ""] = [yield* makeTeam(ADA_ID), yield* makeTeam(BOB_ID)].toSorted()
      yield* grant(first, (yield* permissionsOf(first, ADA_ID)).length > 0 ? ADA_ID : BOB_ID, "$read_members")
      yield* define("_odd")
      yield* define("a:b")
      yield* join(first, EVE_ID)
      yield* grant(first, EVE_ID, "_odd")
      yield* grant(first, EVE_ID, "a:b")
      const all = yield* readItems((yield* get("/team-permissions", asServer)).json)
      const keys = all.map(({ id, team_id, user_id }) => `${team_id} ${user_id} ${id}`)
      assert.lengthOf(keys, 6)
      assert.deepStrictEqual(keys, keys.toSorted())
      const ofEve = yield* get(`/team-permissions?user_id=${EVE_ID}`, asServer)
      assert.deepStrictEqual(yield* pluck(ofEve.json, "id"), ["_odd", "a:b", "member"])
      const ofSecond = yield* get(`/team-permissions?team_id=${second}&permission_id=admin`, asServer)
      assert.deepStrictEqual(yield* pluck(ofSecond.json, "team_id"), [second])
      const holders = yield* get("/team-permissions?permission_id=$delete_team&recursive=true", asServer)
      assert.deepStrictEqual(yield* pluck(holders.json, "team_id"), [first, second])
      const direct = yield* get("/team-permissions?permission_id=$delete_team", asServer)
      assert.deepStrictEqual(yield* pluck(direct.json, "team_id"), [])
      assert.deepStrictEqual(yield* pluck((yield* get(`/team-permissions?team_id=${NO_ID}`, asServer)).json, "id"), [])
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("are shown to users for themselves", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam(ADA_ID)
      const headers = yield* asUser(ada)
      for (const user of ["me", ADA_ID]) {
        const response = yield* get(`/team-permissions?team_id=${id}&user_id=${user}`, headers)
        assert.deepStrictEqual(response.json, {
          items: [{ id: "admin", user_id: ADA_ID, team_id: id }],
          is_paginated: false
        })
      }
      for (const query of ["", `?team_id=${id}`, `?user_id=${BOB_ID}`]) {
        assert.deepStrictEqual(refusal(yield* get(`/team-permissions${query}`, headers)), [403, undefined], query)
        assert.deepStrictEqual(refusal(yield* get(`/team-permissions${query}`, asClient)), [403, undefined], query)
      }
      const anonymous = yield* get("/team-permissions?user_id=me", asClient)
      assert.deepStrictEqual(refusal(anonymous), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"])
      assert.strictEqual((yield* get("/team-permissions?user_id=me&recursive=yes", headers)).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("are resolved at any depth and with cycles", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam(ADA_ID)
      yield* join(id, BOB_ID)
      const member = yield* asUser(bob)
      const rename = () => patch(`/teams/${id}`, member, { display_name: "Ours" })
      assert.strictEqual((yield* rename()).code, "TEAM_PERMISSION_REQUIRED")
      yield* grant(id, BOB_ID, "middle")
      assert.deepStrictEqual(yield* permissionsOf(id, BOB_ID, true), [
        "$invite_members",
        "$read_members",
        "$update_team",
        "deep",
        "member",
        "middle",
        "top"
      ])
      assert.strictEqual((yield* rename()).status, 200)
      yield* patch("/team-permission-definitions/deep", asAdmin, { contained_permission_ids: [] })
      assert.strictEqual((yield* rename()).code, "TEAM_PERMISSION_REQUIRED")
    }).pipe(Effect.provide(withCycles))
  )

  it.effect("are listed once when several others contain them", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam(ADA_ID)
      yield* grant(id, ADA_ID, "member")
      assert.deepStrictEqual(yield* permissionsOf(id, ADA_ID, true), [...systemPermissions, "admin", "member"])
    }).pipe(Effect.provide(withUsers))
  )
})
