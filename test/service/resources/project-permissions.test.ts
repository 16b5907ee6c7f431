/** Project permissions: their definitions, the defaults of new users, and the permissions of users. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { ada, service, signUp, asAdmin, asClient, asServer } from "../fixture.ts"
import { signInCode } from "../setup/mailed-codes.ts"
import { layerMailbox } from "../setup/mailed-texts.ts"
import {
  ADA_ID,
  BOB_ID,
  define,
  defineForProject,
  grant,
  grantInProject,
  makeTeam,
  NO_ID,
  permissionsOf,
  projectPermissionsOf,
  setUserDefaults,
  users,
  withUsers
} from "../team-fixture.ts"
import { asUser, del, get, patch, post } from "../requests.ts"
import { pluck, readId, refusal } from "../responses.ts"
import { grace, shared, signInWith } from "./oauth/browser.ts"

const PATH = "/project-permission-definitions"

const withEveryMethod = Layer.provideMerge(
  layerMailbox,
  service({ users, config: { magicLinkEnabled: true, oauthProviders: [shared] } })
)

const definitions = Effect.map(get(PATH, asAdmin), ({ json }) => json)

describe("the definitions of project permissions", () => {
  it.effect("are none in a new project, and have no system permissions", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* definitions, { items: [], is_paginated: false })
      const project = yield* get("/projects/current", asAdmin)
      assert.deepNestedInclude(project.json, { "config.user_default_permissions": [] })
      for (const tier of [asServer, asClient]) {
        assert.strictEqual((yield* get(PATH, tier)).code, "INSUFFICIENT_ACCESS_TYPE")
      }
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("are listed by id, apart from those of teams", () =>
    Effect.gen(function* () {
      const plain = yield* post(PATH, asAdmin, { id: "staff" })
      assert.deepStrictEqual([plain.status, plain.json], [201, { id: "staff", contained_permission_ids: [] }])
      const full = yield* post(PATH, asAdmin, {
        id: "boss",
        description: "Runs it",
        contained_permission_ids: ["staff", "staff"]
      })
      const boss = { id: "boss", description: "Runs it", contained_permission_ids: ["staff"] }
      assert.deepStrictEqual(full.json, boss)
      assert.deepStrictEqual(yield* definitions, {
        items: [boss, { id: "staff", contained_permission_ids: [] }],
        is_paginated: false
      })
      const ofTeams = yield* pluck((yield* get("/team-permission-definitions", asAdmin)).json, "id")
      assert.notInclude(ofTeams, "staff")
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("share their ids with those of teams", () =>
    Effect.gen(function* () {
      yield* defineForProject("staff")
      yield* define("edit")
      const before = yield* definitions
      const taken = { status: 400, code: "PERMISSION_ID_ALREADY_EXISTS" }
      const responses = {
        staff: [
          yield* defineForProject("staff"),
          yield* define("staff"),
          yield* patch("/team-permission-definitions/edit", asAdmin, { id: "staff" })
        ],
        edit: [yield* defineForProject("edit"), yield* patch(`${PATH}/staff`, asAdmin, { id: "edit" })],
        admin: [yield* patch(`${PATH}/staff`, asAdmin, { id: "admin" })]
      }
      for (const [permission_id, refused] of Object.entries(responses)) {
        for (const response of refused) {
          assert.deepInclude(response, { ...taken, details: { permission_id } })
        }
      }
      assert.deepStrictEqual(yield* definitions, before)
      for (const id of ["$read_members", "$mine", "Upper", "with space", ""]) {
        assert.strictEqual((yield* defineForProject(id)).code, "SCHEMA_ERROR", id)
      }
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("contain permissions of their own scope only", () =>
    Effect.gen(function* () {
      yield* defineForProject("staff")
      yield* define("edit")
      const refused = [
        ["member", yield* defineForProject("boss", "staff", "member")],
        ["$read_members", yield* defineForProject("boss", "$read_members")],
        ["boss", yield* defineForProject("boss", "boss")],
        ["edit", yield* patch(`${PATH}/staff`, asAdmin, { contained_permission_ids: ["edit"] })],
        ["staff", yield* define("review", "staff")],
        ["staff", yield* patch("/team-permission-definitions/edit", asAdmin, { contained_permission_ids: ["staff"] })]
      ] as const
      for (const [permission_id, response] of refused) {
        assert.deepInclude(response, {
          status: 400,
          code: "CONTAINED_PERMISSION_NOT_FOUND",
          details: { permission_id }
        })
      }
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("are replaced by an update, except for an absent id", () =>
    Effect.gen(function* () {
      yield* defineForProject("staff")
      yield* post(PATH, asAdmin, { id: "boss", description: "Runs it", contained_permission_ids: ["staff"] })
      const described = yield* patch(`${PATH}/boss`, asAdmin, { description: "Owns it" })
      assert.deepStrictEqual(described.json, { id: "boss", description: "Owns it", contained_permission_ids: [] })
      const filled = yield* patch(`${PATH}/boss`, asAdmin, { contained_permission_ids: ["staff"] })
      assert.deepStrictEqual(filled.json, { id: "boss", contained_permission_ids: ["staff"] })
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("are renamed everywhere", () =>
    Effect.gen(function* () {
      yield* defineForProject("staff")
      yield* defineForProject("boss", "staff")
      yield* setUserDefaults("staff")
      yield* grantInProject(ADA_ID, "staff")
      yield* patch(`${PATH}/staff`, asAdmin, { id: "crew" })
      assert.deepStrictEqual(yield* projectPermissionsOf(ADA_ID), ["crew"])
      assert.deepNestedInclude(yield* definitions, { "items[0]": { id: "boss", contained_permission_ids: ["crew"] } })
      assert.deepNestedInclude((yield* get("/projects/current", asAdmin)).json, {
        "config.user_default_permissions": [{ id: "crew" }]
      })
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("are removed from users, from other definitions and from the defaults", () =>
    Effect.gen(function* () {
      yield* defineForProject("staff")
      yield* defineForProject("boss", "staff")
      yield* setUserDefaults("staff")
      yield* grantInProject(ADA_ID, "staff")
      assert.deepStrictEqual((yield* del(`${PATH}/staff`, asAdmin)).json, { success: true })
      assert.deepStrictEqual(yield* projectPermissionsOf(ADA_ID), [])
      assert.deepStrictEqual(yield* definitions, {
        items: [{ id: "boss", contained_permission_ids: [] }],
        is_paginated: false
      })
      assert.deepNestedInclude((yield* get("/projects/current", asAdmin)).json, {
        "config.user_default_permissions": []
      })
      yield* defineForProject("staff")
      assert.deepStrictEqual(yield* projectPermissionsOf(ADA_ID), [], "a new one of that name is another one")
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("are found in their own scope only", () =>
    Effect.gen(function* () {
      yield* defineForProject("staff")
      for (const id of ["nowhere", "member", "$read_members"]) {
        for (const response of [yield* patch(`${PATH}/${id}`, asAdmin, {}), yield* del(`${PATH}/${id}`, asAdmin)]) {
          assert.deepInclude(response, { status: 404, code: "PERMISSION_NOT_FOUND", details: { permission_id: id } })
        }
      }
      const asTeam = yield* patch("/team-permission-definitions/staff", asAdmin, { description: "x" })
      assert.deepStrictEqual(refusal(asTeam), [404, "PERMISSION_NOT_FOUND"])
      const removed = yield* del("/team-permission-definitions/staff", asAdmin)
      assert.deepStrictEqual(refusal(removed), [404, "PERMISSION_NOT_FOUND"])
      assert.deepStrictEqual(yield* pluck(yield* definitions, "id"), ["staff"])
    }).pipe(Effect.provide(withUsers))
  )
})

describe("the project permissions of a user", () => {
  it.effect("can be granted, also repeatedly, and revoked once", () =>
    Effect.gen(function* () {
      yield* defineForProject("staff")
      yield* defineForProject("boss", "staff")
      const granted = yield* grantInProject(ADA_ID.toUpperCase(), "boss")
      const permission = { id: "boss", user_id: ADA_ID }
      assert.deepStrictEqual([granted.status, granted.json], [201, permission])
      assert.deepStrictEqual((yield* grantInProject(ADA_ID, "boss")).json, permission)
      assert.deepStrictEqual(yield* projectPermissionsOf(ADA_ID), ["boss"])
      assert.deepStrictEqual(yield* projectPermissionsOf(BOB_ID), [])
      const notFound = (permission_id: string) => ({
        status: 404,
        code: "PERMISSION_NOT_FOUND",
        details: { permission_id }
      })
      const contained = yield* del(`/project-permissions/${ADA_ID}/staff`, asServer)
      assert.deepInclude(contained, notFound("staff"), "it is contained in another one")
      const path = `/project-permissions/${ADA_ID}/boss`
      assert.deepStrictEqual((yield* del(path, asAdmin, {})).json, { success: true })
      assert.deepInclude(yield* del(path, asServer), notFound("boss"))
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("require a user and a permission of the project", () =>
    Effect.gen(function* () {
      yield* defineForProject("staff")
      const paths = [
        [`${NO_ID}/staff`, 404, "USER_NOT_FOUND"],
        ["me/staff", 400, "CANNOT_GET_OWN_USER_WITHOUT_USER"],
        [`${ADA_ID}/nowhere`, 404, "PERMISSION_NOT_FOUND"],
        [`${ADA_ID}/$anything`, 400, "SCHEMA_ERROR"],
        [`${ADA_ID}/UPPER`, 400, "SCHEMA_ERROR"]
      ] as const
      for (const [path, ...expected] of paths) {
        assert.deepStrictEqual(refusal(yield* post(`/project-permissions/${path}`, asServer, {})), [...expected], path)
        assert.deepStrictEqual(refusal(yield* del(`/project-permissions/${path}`, asServer)), [...expected], path)
      }
      assert.strictEqual((yield* post(`/project-permissions/${ADA_ID}/staff`, asServer)).code, "SCHEMA_ERROR")
      const own = yield* asUser(ada)
      for (const response of [
        yield* post(`/project-permissions/${ADA_ID}/staff`, own, {}),
        yield* post("/project-permissions/me/staff", own, {}),
        yield* del(`/project-permissions/${ADA_ID}/staff`, own)
      ]) {
        assert.deepStrictEqual(refusal(response), [401, "INSUFFICIENT_ACCESS_TYPE"])
      }
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("cannot be granted in a team, nor those of teams in the project", () =>
    Effect.gen(function* () {
      yield* defineForProject("staff")
      const team = yield* makeTeam(ADA_ID)
      const inTeam = yield* grant(team, ADA_ID, "staff")
      assert.deepInclude(inTeam, {
        status: 404,
        code: "WRONG_PERMISSION_SCOPE",
        details: { permission_id: "staff", expected_scope: "team", actual_scope: "project" }
      })
      for (const permission_id of ["admin", "$update_team"]) {
        assert.deepInclude(yield* grantInProject(ADA_ID, permission_id), {
          status: 404,
          code: "WRONG_PERMISSION_SCOPE",
          details: { permission_id, expected_scope: "project", actual_scope: "team" }
        })
      }
      assert.deepStrictEqual(yield* permissionsOf(team, ADA_ID), ["admin"])
      assert.deepStrictEqual(yield* projectPermissionsOf(ADA_ID), [])
      const config = { team_member_default_permissions: [{ id: "staff" }] }
      const asMemberDefault = yield* patch("/projects/current", asAdmin, { config })
      assert.deepStrictEqual(refusal(asMemberDefault), [400, undefined])
      assert.deepStrictEqual(refusal(yield* setUserDefaults("member")), [400, undefined])
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("are listed by user and permission, in any combination", () =>
    Effect.gen(function* () {
      yield* defineForProject("_odd")
      yield* defineForProject("a:b")
      yield* defineForProject("top", "a:b")
      yield* grantInProject(BOB_ID, "top")
      yield* grantInProject(BOB_ID, "_odd")
      yield* grantInProject(ADA_ID, "a:b")
      const list = (query: string) => Effect.map(get(`/project-permissions${query}`, asServer), ({ json }) => json)
      assert.deepStrictEqual(yield* list(""), {
        items: [
          { id: "a:b", user_id: ADA_ID },
          { id: "_odd", user_id: BOB_ID },
          { id: "top", user_id: BOB_ID }
        ],
        is_paginated: false
      })
      assert.deepStrictEqual(yield* projectPermissionsOf(BOB_ID), ["_odd", "top"])
      assert.deepStrictEqual(yield* pluck(yield* list("?permission_id=a:b"), "user_id"), [ADA_ID])
      const holders = yield* list("?permission_id=a:b&recursive=true")
      assert.deepStrictEqual(yield* pluck(holders, "user_id"), [ADA_ID, BOB_ID])
      assert.deepStrictEqual(yield* pluck(yield* list(`?user_id=${NO_ID}`), "id"), [])
      assert.deepStrictEqual(yield* pluck(yield* list("?permission_id=admin"), "id"), [])
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("are resolved at any depth, once each, and with cycles", () =>
    Effect.gen(function* () {
      yield* grantInProject(ADA_ID, "middle")
      yield* grantInProject(ADA_ID, "deep")
      assert.deepStrictEqual(yield* projectPermissionsOf(ADA_ID), ["deep", "middle"])
      assert.deepStrictEqual(yield* projectPermissionsOf(ADA_ID, true), ["deep", "middle", "top"])
    }).pipe(
      Effect.provide(
        // A seed may contain cycles, as databases of earlier versions may.
        service({
          users,
          projectPermissions: {
            definitions: [
              { id: "deep", containedPermissionIds: ["top", "deep"] },
              { id: "middle", containedPermissionIds: ["deep"] },
              { id: "top", containedPermissionIds: ["middle", "deep"] }
            ]
          }
        })
      )
    )
  )

  it.effect("are shown to users for themselves", () =>
    Effect.gen(function* () {
      yield* defineForProject("staff")
      yield* grantInProject(ADA_ID, "staff")
      const headers = yield* asUser(ada)
      for (const user of ["me", ADA_ID]) {
        const response = yield* get(`/project-permissions?user_id=${user}`, headers)
        assert.deepStrictEqual(response.json, { items: [{ id: "staff", user_id: ADA_ID }], is_paginated: false })
      }
      for (const query of ["", "?permission_id=staff", `?user_id=${BOB_ID}`]) {
        assert.deepStrictEqual(refusal(yield* get(`/project-permissions${query}`, headers)), [403, undefined], query)
        assert.deepStrictEqual(refusal(yield* get(`/project-permissions${query}`, asClient)), [403, undefined], query)
      }
      const anonymous = yield* get("/project-permissions?user_id=me", asClient)
      assert.deepStrictEqual(refusal(anonymous), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"])
      assert.strictEqual((yield* get("/project-permissions?user_id=me&recursive=yes", headers)).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("end with the user", () =>
    Effect.gen(function* () {
      yield* defineForProject("staff")
      yield* grantInProject(BOB_ID, "staff")
      yield* del(`/users/${BOB_ID}`, asServer)
      const all = yield* get("/project-permissions", asServer)
      assert.deepStrictEqual(yield* pluck(all.json, "id"), [])
    }).pipe(Effect.provide(withUsers))
  )
})

describe("the default permissions of users", () => {
  it.effect("are granted to every new user, however it is created, and to no earlier one", () =>
    Effect.gen(function* () {
      yield* defineForProject("beta")
      yield* defineForProject("reader")
      assert.strictEqual((yield* setUserDefaults("reader", "beta")).status, 200)
      assert.deepNestedInclude((yield* get("/projects/current", asAdmin)).json, {
        "config.user_default_permissions": [{ id: "beta" }, { id: "reader" }]
      })
      yield* signUp("password@example.com")
      yield* signInWith("google", grace)
      const code = yield* signInCode("code@example.com")
      assert.strictEqual((yield* post("/auth/otp/sign-in", asClient, { code })).status, 200)
      const kay = yield* readId((yield* post("/users", asServer, { display_name: "Kay" })).json)
      const ids = yield* pluck((yield* get("/users", asServer)).json, "id")
      const earlier = users.map(({ id }) => id)
      const newer = ids.map(String).filter((id) => !earlier.includes(id))
      assert.lengthOf(newer, 4)
      for (const id of newer) assert.deepStrictEqual(yield* projectPermissionsOf(id), ["beta", "reader"])
      for (const id of earlier) assert.deepStrictEqual(yield* projectPermissionsOf(id), [])
      yield* setUserDefaults()
      assert.deepStrictEqual(yield* projectPermissionsOf(kay), ["beta", "reader"], "they are copied")
    }).pipe(Effect.provide(withEveryMethod))
  )

  it.effect("and the definitions are set by a seed, whose users get them", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* definitions, {
        items: [
          { id: "boss", contained_permission_ids: ["staff"] },
          { id: "staff", description: "Works here", contained_permission_ids: [] }
        ],
        is_paginated: false
      })
      assert.deepStrictEqual(yield* projectPermissionsOf(ADA_ID), ["staff"])
    }).pipe(
      Effect.provide(
        service({
          users,
          projectPermissions: {
            definitions: [
              { id: "boss", containedPermissionIds: ["staff"] },
              { id: "staff", description: "Works here" }
            ],
            userDefaults: ["staff"]
          }
        })
      )
    )
  )
})
