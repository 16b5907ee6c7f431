/** Permission definitions of a project. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { cpuTimeSince, startCpuTimer } from "../../cpu-time.ts"
import { service, asAdmin, asClient, asServer } from "../fixture.ts"
import {
  ADA_ID,
  BOB_ID,
  define,
  EVE_ID,
  join,
  makeTeam,
  permissionsOf,
  systemPermissions,
  users,
  withUsers
} from "../team-fixture.ts"
import { del, get, patch, post } from "../requests.ts"
import { pluck, readItems, refusal } from "../responses.ts"

/** A seed may contain cycles, as databases of earlier versions may. */
const withCycle = service({
  users,
  teamPermissions: {
    definitions: [
      { id: "deep", containedPermissionIds: ["middle"] },
      { id: "middle", containedPermissionIds: ["deep"] },
      { id: "top", containedPermissionIds: ["middle"] }
    ]
  }
})

const withMany = service({
  users,
  teamPermissions: { definitions: Array.from({ length: 500 }, (_, index) => ({ id: `p${index}` })) }
})

describe("the number of permission definitions", () => {
  it.effect("is limited in a project", () =>
    Effect.gen(function* () {
      const refused = yield* post("/team-permission-definitions", asAdmin, { id: "one_more" })
      const other = yield* post("/project-permission-definitions", asAdmin, { id: "one_more" })
      for (const response of [refused, other]) {
        assert.deepInclude(response, { status: 400, code: "LIMIT_REACHED", details: { maximum: 500 } })
      }
    }).pipe(Effect.provide(withMany))
  )

  it.effect("is limited in another one, where each counts once", () =>
    Effect.gen(function* () {
      const contain = (ids: ReadonlyArray<string>) =>
        patch("/team-permission-definitions/p0", asAdmin, { contained_permission_ids: ids })
      const ids = Array.from({ length: 101 }, (_, index) => `p${index + 1}`)
      const refused = yield* contain(ids)
      assert.strictEqual(refused.code, "SCHEMA_ERROR")
      assert.include(refused.text, "A permission contains at most 100 others.")
      const start = startCpuTimer()
      const repeated = yield* contain([...Array(40_000).fill("p1"), ...ids.slice(0, 100)])
      assert.isBelow(cpuTimeSince(start), 4000)
      assert.strictEqual(repeated.status, 200)
      assert.deepStrictEqual(
        Reflect.get(Object(repeated.json), "contained_permission_ids"),
        ids.slice(0, 100).toSorted()
      )
    }).pipe(Effect.provide(withMany))
  )
})

describe("permission definitions", () => {
  it.effect("are the system's and two standard ones in every project", () =>
    Effect.gen(function* () {
      const items = [
        { id: "$delete_team", description: "Delete the team", contained_permission_ids: [] },
        { id: "$invite_members", description: "Invite other users to the team", contained_permission_ids: [] },
        {
          id: "$manage_api_keys",
          description: "Create and revoke the API keys of the team",
          contained_permission_ids: []
        },
        {
          id: "$read_members",
          description: "Read and list the other members of the team",
          contained_permission_ids: []
        },
        { id: "$remove_members", description: "Remove other members from the team", contained_permission_ids: [] },
        { id: "$update_team", description: "Update the team information", contained_permission_ids: [] },
        {
          id: "admin",
          description: "Default permission for team creators",
          contained_permission_ids: systemPermissions
        },
        {
          id: "member",
          description: "Default permission for team members",
          contained_permission_ids: ["$invite_members", "$read_members"]
        }
      ]
      const response = yield* get("/team-permission-definitions", asAdmin)
      assert.deepStrictEqual(response.json, { items, is_paginated: false })
      const project = yield* get("/projects/current", asAdmin)
      assert.deepNestedInclude(project.json, {
        "config.team_creator_default_permissions": [{ id: "admin" }],
        "config.team_member_default_permissions": [{ id: "member" }]
      })
      for (const tier of [asServer, asClient]) {
        assert.strictEqual((yield* get("/team-permission-definitions", tier)).code, "INSUFFICIENT_ACCESS_TYPE")
      }
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("list the permissions that they contain", () =>
    Effect.gen(function* () {
      const plain = yield* post("/team-permission-definitions", asAdmin, { id: "p1" })
      assert.deepStrictEqual([plain.status, plain.json], [201, { id: "p1", contained_permission_ids: [] }])
      const full = yield* post("/team-permission-definitions", asAdmin, {
        id: "p2",
        description: "",
        contained_permission_ids: ["p1", "$read_members", "p1"]
      })
      assert.deepStrictEqual(full.json, {
        id: "p2",
        description: "",
        contained_permission_ids: ["$read_members", "p1"]
      })
      const listed = yield* pluck((yield* get("/team-permission-definitions", asAdmin)).json, "id")
      assert.deepStrictEqual(listed, [...systemPermissions, "admin", "member", "p1", "p2"])
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("cannot contain themselves, also not by others", () =>
    Effect.gen(function* () {
      yield* define("deep", "$update_team")
      yield* define("middle", "deep")
      yield* define("top", "middle")
      const before = (yield* get("/team-permission-definitions", asAdmin)).json
      const path = "/team-permission-definitions/deep"
      for (const contained of ["deep", "middle", "top"]) {
        const response = yield* patch(path, asAdmin, {
          id: "renamed",
          description: "x",
          contained_permission_ids: ["$update_team", contained]
        })
        assert.deepStrictEqual(refusal(response), [400, "SCHEMA_ERROR"], contained)
        assert.include(response.text, contained)
      }
      assert.deepStrictEqual((yield* get("/team-permission-definitions", asAdmin)).json, before)
      // Two ways to one permission are no cycle.
      assert.strictEqual(
        (yield* patch("/team-permission-definitions/top", asAdmin, { contained_permission_ids: ["middle", "deep"] }))
          .status,
        200
      )
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("with a cycle of a seed keep it, and get no other one", () =>
    Effect.gen(function* () {
      const change = (contained: ReadonlyArray<string>) =>
        patch("/team-permission-definitions/deep", asAdmin, { description: "x", contained_permission_ids: contained })
      assert.strictEqual((yield* change(["middle"])).status, 200)
      assert.strictEqual((yield* change(["middle", "top"])).code, "SCHEMA_ERROR")
      assert.strictEqual((yield* change([])).status, 200)
      assert.strictEqual((yield* change(["middle"])).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(withCycle))
  )

  it.effect("are rejected when invalid, without any change", () =>
    Effect.gen(function* () {
      const before = (yield* get("/team-permission-definitions", asAdmin)).json
      const contains = (id: string, contained: string) => define(id, "member", contained)
      const missing = yield* contains("p", "nowhere")
      assert.deepStrictEqual(
        [...refusal(missing), missing.details],
        [
          400,
          "CONTAINED_PERMISSION_NOT_FOUND",
          {
            permission_id: "nowhere"
          }
        ]
      )
      assert.strictEqual((yield* contains("p", "p")).code, "CONTAINED_PERMISSION_NOT_FOUND", "it does not exist yet")
      const taken = yield* define("member")
      assert.deepStrictEqual(
        [...refusal(taken), taken.details],
        [400, "PERMISSION_ID_ALREADY_EXISTS", { permission_id: "member" }]
      )
      for (const id of ["$update_team", "$mine", "Upper", "with space", "a-b", ""]) {
        assert.strictEqual((yield* define(id)).code, "SCHEMA_ERROR", id)
      }
      assert.strictEqual((yield* contains("p", "$mine")).code, "SCHEMA_ERROR")
      const path = "/team-permission-definitions/member"
      const gone = yield* patch(path, asAdmin, { description: "x", id: "p", contained_permission_ids: ["nowhere"] })
      assert.deepStrictEqual(refusal(gone), [400, "CONTAINED_PERMISSION_NOT_FOUND"])
      const itsNewName = yield* patch(path, asAdmin, { id: "p", contained_permission_ids: ["p"] })
      assert.deepStrictEqual(refusal(itsNewName), [400, "CONTAINED_PERMISSION_NOT_FOUND"])
      const takenByAnother = yield* patch(path, asAdmin, { description: "x", id: "admin" })
      assert.deepStrictEqual(refusal(takenByAnother), [400, "PERMISSION_ID_ALREADY_EXISTS"])
      assert.strictEqual((yield* patch(path, asAdmin, { id: "$update_team" })).code, "SCHEMA_ERROR")
      const unknown = yield* patch("/team-permission-definitions/nowhere", asAdmin, {})
      assert.deepStrictEqual(refusal(unknown), [404, "PERMISSION_NOT_FOUND"])
      const system = yield* patch("/team-permission-definitions/$update_team", asAdmin, { description: "x" })
      assert.deepStrictEqual(refusal(system), [400, undefined])
      for (const id of ["nowhere", "$update_team"]) {
        const response = yield* del(`/team-permission-definitions/${id}`, asAdmin)
        assert.deepStrictEqual(
          [...refusal(response), response.details],
          [
            404,
            "PERMISSION_NOT_FOUND",
            {
              permission_id: id
            }
          ]
        )
      }
      assert.deepStrictEqual((yield* get("/team-permission-definitions", asAdmin)).json, before)
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("are renamed everywhere", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam(ADA_ID)
      yield* join(id, BOB_ID)
      yield* define("outer", "member", "admin")
      const renamed = yield* patch("/team-permission-definitions/member", asAdmin, { id: "guest" })
      assert.deepStrictEqual(renamed.json, {
        id: "guest",
        description: "Default permission for team members",
        contained_permission_ids: ["$invite_members", "$read_members"]
      })
      assert.deepStrictEqual(yield* permissionsOf(id, BOB_ID), ["guest"])
      const outer = (yield* readItems((yield* get("/team-permission-definitions", asAdmin)).json)).at(-1)
      assert.deepStrictEqual(outer, { id: "outer", contained_permission_ids: ["admin", "guest"] })
      yield* join(id, EVE_ID)
      assert.deepStrictEqual(yield* permissionsOf(id, EVE_ID), ["guest"], "it is the default under its new name")
      const same = yield* patch("/team-permission-definitions/guest", asAdmin, { id: "guest", description: "Same" })
      assert.deepInclude(same.json, {
        id: "guest",
        description: "Same",
        contained_permission_ids: ["$invite_members", "$read_members"]
      })
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("are removed from members, from other definitions and from the defaults", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam(ADA_ID)
      yield* join(id, BOB_ID)
      yield* define("outer", "member", "$read_members")
      assert.deepStrictEqual((yield* del("/team-permission-definitions/member", asAdmin)).json, { success: true })
      assert.deepStrictEqual(yield* permissionsOf(id, BOB_ID), [])
      const outer = (yield* readItems((yield* get("/team-permission-definitions", asAdmin)).json)).at(-1)
      assert.deepStrictEqual(outer, { id: "outer", contained_permission_ids: ["$read_members"] })
      assert.deepNestedInclude((yield* get("/projects/current", asAdmin)).json, {
        "config.team_creator_default_permissions": [{ id: "admin" }],
        "config.team_member_default_permissions": []
      })
      yield* join(id, EVE_ID)
      assert.deepStrictEqual(yield* permissionsOf(id, EVE_ID), [])
      yield* define("member", "$read_members")
      assert.deepStrictEqual(yield* permissionsOf(id, BOB_ID), [], "a new one of that name is another one")
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("of the defaults are chosen by the owner, and are copied when a user joins", () =>
    Effect.gen(function* () {
      const before = yield* makeTeam(ADA_ID)
      yield* define("guest", "$read_members")
      const defaults = (creator: ReadonlyArray<string>, member: ReadonlyArray<string>) =>
        patch("/projects/current", asAdmin, {
          config: {
            team_creator_default_permissions: creator.map((id) => ({ id })),
            team_member_default_permissions: member.map((id) => ({ id }))
          }
        })
      assert.strictEqual((yield* defaults(["admin", "guest"], ["$update_team", "guest"])).status, 200)
      const after = yield* makeTeam(ADA_ID)
      yield* join(after, BOB_ID)
      assert.deepStrictEqual(yield* permissionsOf(before, ADA_ID), ["admin"])
      assert.deepStrictEqual(yield* permissionsOf(after, ADA_ID), ["admin", "guest"])
      assert.deepStrictEqual(yield* permissionsOf(after, BOB_ID), ["$update_team", "guest"])
      yield* patch("/team-permission-definitions/guest", asAdmin, { id: "visitor" })
      assert.deepStrictEqual(refusal(yield* defaults([], ["guest"])), [400, undefined])
      assert.deepNestedInclude((yield* get("/projects/current", asAdmin)).json, {
        "config.team_creator_default_permissions": [{ id: "admin" }, { id: "visitor" }],
        "config.team_member_default_permissions": [{ id: "$update_team" }, { id: "visitor" }]
      })
    }).pipe(Effect.provide(withUsers))
  )
})
