/** Seeds: the team permissions of a project, and the settings of new projects. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { readSeed } from "../../../service/development/seed/read-seed.ts"
import type { SeedInput } from "../../../service/development/seed/seed.ts"
import { SeedInvalid } from "../../../service/development/seed/seed-invalid.ts"
import { layerTest } from "../../../service/development.ts"
import { ada, asAdmin, asServer, keys, PROJECT_ID, seedWith, send, service, signIn, withToken } from "../fixture.ts"
import { authorizePath, type QueryFields } from "../resources/oauth/browser.ts"
import {
  ADA_ID,
  BOB_ID,
  define,
  defineForProject,
  join,
  makeTeam,
  permissionsOf,
  projectPermissionsOf,
  users
} from "../team-fixture.ts"
import { get, post } from "../requests.ts"
import { readId, readItems } from "../responses.ts"
import { temporaryFolder } from "../temporary-folder.ts"

type SeedProject = SeedInput["projects"][number]

/** Returns the definitions without the system's own. */
const definitions = (headers = asAdmin) =>
  Effect.map(
    Effect.flatMap(get("/team-permission-definitions", headers), ({ json }) => readItems(json)),
    (items) => items.filter(({ id }) => !String(id).startsWith("$"))
  )

/** Returns the direct permissions of a new team's creator and of a user who joins it. */
const granted = Effect.gen(function* () {
  const team = yield* makeTeam(ADA_ID)
  yield* join(team, BOB_ID)
  return [yield* permissionsOf(team, ADA_ID), yield* permissionsOf(team, BOB_ID)]
})

const reviewers = {
  definitions: [
    { id: "owner", description: "Runs the team", containedPermissionIds: ["reviewer", "$delete_team"] },
    { id: "reviewer" }
  ],
  creatorDefaults: ["owner"],
  memberDefaults: ["reviewer", "$read_members"]
} satisfies SeedProject["teamPermissions"]

describe("the team permissions of a seed", () => {
  it.effect("may be empty: only the definitions of the system, and no default permissions", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* definitions(), [])
      assert.deepStrictEqual(yield* granted, [[], []])
      const project = yield* get("/projects/current", asAdmin)
      assert.deepNestedInclude(project.json, {
        "config.team_creator_default_permissions": [],
        "config.team_member_default_permissions": []
      })
    }).pipe(Effect.provide(service({ users, teamPermissions: { definitions: [] } })))
  )

  it.effect("replace the standard ones, and may contain each other", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* definitions(), [
        { id: "owner", description: "Runs the team", contained_permission_ids: ["$delete_team", "reviewer"] },
        { id: "reviewer", contained_permission_ids: [] }
      ])
      assert.deepStrictEqual(yield* granted, [["owner"], ["$read_members", "reviewer"]])
    }).pipe(Effect.provide(service({ users, teamPermissions: reviewers })))
  )

  it.effect("may change the default permissions alone", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        (yield* definitions()).map(({ id }) => id),
        ["admin", "member"]
      )
      assert.deepStrictEqual(yield* granted, [["admin"], []])
    }).pipe(Effect.provide(service({ users, teamPermissions: { memberDefaults: [] } })))
  )

  it.effect("update an existing project, and keep permissions that they omit", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("keystile.db")
      const start = (fields: Partial<SeedProject>) =>
        Effect.provide(
          layerTest({ database, seed: { projects: [{ id: PROJECT_ID, displayName: "Test", keys, users, ...fields }] } })
        )
      yield* define("auditor").pipe(start({}))
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(
          (yield* definitions()).map(({ description, id }) => [id, description]),
          [
            ["admin", "Default permission for team creators"],
            ["auditor", undefined],
            ["member", "Default permission for team members"],
            ["owner", "Runs the team"],
            ["reviewer", undefined]
          ]
        )
        assert.deepStrictEqual(yield* granted, [["owner"], ["$read_members", "reviewer"]])
      }).pipe(start({ teamPermissions: reviewers }))
      // A seed without permissions changes nothing.
      assert.deepStrictEqual(yield* granted.pipe(start({})), [["owner"], ["$read_members", "reviewer"]])
    })
  )

  it.effect("are rejected when they refer to an undefined permission or define one twice", () =>
    Effect.gen(function* () {
      const problems = (teamPermissions: object) =>
        Effect.map(
          Effect.flip(
            readSeed({
              projects: [{ id: PROJECT_ID, displayName: "Test", teamPermissions }],
              newProjects: { teamPermissions }
            })
          ),
          ({ problems }) => problems
        )
      assert.deepStrictEqual(yield* problems({ creatorDefaults: ["owner"] }), [
        `the project ${PROJECT_ID} refers to the permission owner, which it does not define`,
        "newProjects refers to the permission owner, which it does not define"
      ])
      assert.include(
        (yield* problems({ definitions: [{ id: "owner", containedPermissionIds: ["admin"] }] }))[0],
        "refers to the permission admin"
      )
      assert.include(
        (yield* problems({ definitions: [{ id: "owner" }, { id: "owner" }] }))[0],
        "has the permission owner twice"
      )
      assert.include(
        (yield* problems({ definitions: [{ id: "$update_team" }] }))[0],
        "teamPermissions.definitions.0.id: "
      )
    })
  )
})

describe("the project permissions of a seed", () => {
  it.effect("are added to a project that exists, and granted to users that are created later", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const start = (project: Partial<SeedProject>) =>
        Effect.provide(service({ users, ...project }, { database: path("keystile.db") }))
      yield* defineForProject("staff").pipe(start({}))
      yield* Effect.gen(function* () {
        const listed = yield* get("/project-permission-definitions", asAdmin)
        assert.deepStrictEqual(yield* readItems(listed.json), [
          { id: "beta", contained_permission_ids: [] },
          { id: "staff", description: "Works here", contained_permission_ids: ["beta"] }
        ])
        const kay = yield* readId((yield* post("/users", asServer, { display_name: "Kay" })).json)
        assert.deepStrictEqual(yield* projectPermissionsOf(kay), ["beta"])
        assert.deepStrictEqual(yield* projectPermissionsOf(ADA_ID), [])
      }).pipe(
        start({
          projectPermissions: {
            definitions: [{ id: "staff", description: "Works here", containedPermissionIds: ["beta"] }, { id: "beta" }],
            userDefaults: ["beta"]
          }
        })
      )
    })
  )

  it.effect("are rejected when they are undefined, defined twice, or defined for teams, too", () =>
    Effect.gen(function* () {
      const problems = (projectPermissions: object, teamPermissions: object = {}) =>
        Effect.map(
          Effect.flip(
            readSeed({ projects: [{ id: PROJECT_ID, displayName: "Test", projectPermissions, teamPermissions }] })
          ),
          ({ problems }) => problems
        )
      const ofProject = `the project ${PROJECT_ID}`
      assert.deepStrictEqual(yield* problems({ userDefaults: ["staff"] }), [
        `${ofProject} refers to the project permission staff, which it does not define`
      ])
      const contained = { definitions: [{ id: "staff", containedPermissionIds: ["member"] }] }
      assert.deepStrictEqual(yield* problems(contained), [
        `${ofProject} refers to the project permission member, which it does not define`
      ])
      assert.deepStrictEqual(yield* problems({ definitions: [{ id: "staff" }, { id: "staff" }] }), [
        `${ofProject} has the project permission staff twice`
      ])
      for (const [id, teamPermissions] of [
        ["admin", {}],
        ["owner", { definitions: [{ id: "owner" }] }]
      ] as const) {
        assert.deepStrictEqual(yield* problems({ definitions: [{ id }] }, teamPermissions), [
          `${ofProject} has the permission ${id} for teams and for the project`
        ])
      }
    })
  )

  it.effect("are refused when the database has the id for teams", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const start = (project: Partial<SeedProject>) =>
        layerTest({ database: path("keystile.db"), seed: seedWith(project) })
      yield* define("staff").pipe(Effect.provide(start({})))
      const projectPermissions = { definitions: [{ id: "staff" }] }
      const error = yield* Effect.flip(Effect.provide(Effect.void, start({ projectPermissions })))
      assert.instanceOf(error, SeedInvalid)
      assert.match(error.message, /has a team permission staff already; choose another id/)
    })
  )
})

const internalKeys = { publishableClientKey: "pck_of_internal" }
const asInternal = {
  "x-stack-project-id": "internal",
  "x-stack-access-type": "client",
  "x-stack-publishable-client-key": internalKeys.publishableClientKey
}

const withNewProjects = (newProjects: NonNullable<SeedInput["newProjects"]>) =>
  service(
    {},
    {
      seed: { projects: [{ id: "internal", displayName: "Internal", keys: internalKeys, users: [ada] }], newProjects }
    }
  )

const Key = Schema.Struct({ publishable_client_key: Schema.String })
const readKey = Schema.decodeUnknownEffect(Key)

/** Creates a project by the API as its owner, with a publishable client key. */
const createProject = Effect.gen(function* () {
  const { access_token } = yield* signIn(ada, asInternal)
  const config = { oauth_providers: [{ id: "google", type: "shared", enabled: true }], allow_localhost: true }
  const made = yield* post("/internal/projects", withToken(access_token, asInternal), { display_name: "Made", config })
  const id = yield* readId(made.json)
  const headers = {
    "x-stack-project-id": id,
    "x-stack-access-type": "admin",
    "x-stack-admin-access-token": access_token
  }
  const set = yield* post("/internal/api-keys", headers, {
    description: "test",
    expires_at_millis: 4_102_444_800_000,
    has_publishable_client_key: true,
    has_secret_server_key: false,
    has_super_secret_admin_key: false
  })
  return { id, headers, key: (yield* Effect.orDie(readKey(set.json))).publishable_client_key }
})

const plain: QueryFields = {
  code_challenge: "a-verifier-that-an-old-client-sends-as-it-is",
  code_challenge_method: "plain"
}

describe("the settings for new projects in a seed", () => {
  it.effect("apply to projects created by the API: a plain code challenge, and no permissions", () =>
    Effect.gen(function* () {
      const { headers, id, key } = yield* createProject
      const response = yield* send("GET", authorizePath("google", { client_id: id, client_secret: key, ...plain }))
      assert.deepStrictEqual([response.status, response.code], [307, undefined], response.text)
      assert.deepStrictEqual(yield* definitions(headers), [])
    }).pipe(Effect.provide(withNewProjects({ allowPlainCodeChallenge: true, teamPermissions: { definitions: [] } })))
  )

  it.effect("apply to projects created in the console", () =>
    Effect.gen(function* () {
      const made = yield* send("POST", "/_keystile/projects", {
        headers: { "x-keystile-control": "1" },
        json: { display_name: "Made" }
      })
      const id = yield* readId(made.json)
      const key = /"publishable_client_key":"([^"]+)"/.exec(made.text)?.[1] ?? ""
      const response = yield* send("GET", authorizePath("google", { client_id: id, client_secret: key, ...plain }))
      assert.deepStrictEqual([response.status, response.code], [307, undefined], response.text)
    }).pipe(Effect.provide(withNewProjects({ allowPlainCodeChallenge: true })))
  )

  it.effect("have defaults: S256 only, and the standard permissions", () =>
    Effect.gen(function* () {
      const { headers, id, key } = yield* createProject
      const response = yield* send("GET", authorizePath("google", { client_id: id, client_secret: key, ...plain }))
      assert.deepStrictEqual([response.status, response.code], [400, "SCHEMA_ERROR"])
      assert.deepStrictEqual(
        (yield* definitions(headers)).map((one) => one["id"]),
        ["admin", "member"]
      )
    }).pipe(Effect.provide(withNewProjects({})))
  )
})
