/** Projects and keys in the console. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { DAY } from "../../../durations.ts"
import { asClient, asServer, keys, OTHER_PROJECT_ID, PROJECT_ID, send, service } from "../../fixture.ts"
import { get, post, del } from "./fixture.ts"

const KeySet = Schema.Struct({ id: Schema.String, secret_server_key: Schema.String, description: Schema.String })

const readKeySet = Schema.decodeUnknownEffect(KeySet)

const readProject = Schema.decodeUnknownEffect(
  Schema.Struct({
    id: Schema.String,
    display_name: Schema.String,
    keys: Schema.Struct({ publishable_client_key: Schema.String })
  })
)

const readProjects = Schema.decodeUnknownEffect(Schema.Struct({ projects: Schema.Array(Schema.Unknown) }))

const Projects = Schema.Struct({ projects: Schema.Array(Schema.Struct({ id: Schema.String })) })

const othersOf = (json: unknown) => {
  const all = Schema.decodeUnknownSync(Schema.Struct({ projects: Schema.Array(Schema.Unknown) }))(json)
  return Effect.map(Schema.decodeUnknownEffect(Projects)(json), ({ projects }) =>
    projects.flatMap(({ id }, index) => (id === PROJECT_ID ? [] : [all.projects[index]]))
  )
}

describe("projects and keys", () => {
  it.effect("are listed with the keys of the seed", () =>
    Effect.gen(function* () {
      const { json } = yield* get("/projects")
      assert.deepInclude(json, {
        projects: [
          {
            id: PROJECT_ID,
            display_name: "Test",
            created_at: 0,
            is_production_mode: false,
            user_count: 1,
            keys: {
              publishable_client_key: keys.publishableClientKey,
              secret_server_key: keys.secretServerKey,
              super_secret_admin_key: keys.superSecretAdminKey
            },
            domains: []
          },
          ...(yield* othersOf(json))
        ]
      })
    }).pipe(Effect.provide(service()))
  )

  it.effect("are created with a name and working keys", () =>
    Effect.gen(function* () {
      const made = yield* post("/projects", { display_name: " Orchard " })
      assert.strictEqual(made.status, 201)
      const {
        display_name,
        id,
        keys: { publishable_client_key }
      } = yield* readProject(made.json)
      assert.strictEqual(display_name, "Orchard")
      const asNewProject = {
        ...asClient,
        "x-stack-project-id": id,
        "x-stack-publishable-client-key": publishable_client_key
      }
      const current = yield* send("GET", "/api/v1/projects/current", { headers: asNewProject })
      assert.deepInclude(current.json, { id, display_name: "Orchard" })
      assert.deepInclude((yield* readProjects((yield* get("/projects")).json)).projects, made.json)
      for (const display_name of ["", "  ", "x".repeat(201)]) {
        assert.strictEqual((yield* post("/projects", { display_name })).status, 400)
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("created in the console are shown once, work, and can be revoked", () =>
    Effect.gen(function* () {
      const path = `/projects/${PROJECT_ID}/keys`
      const wanted = {
        description: "Ada's laptop",
        expires_at_millis: DAY,
        has_publishable_client_key: false,
        has_secret_server_key: true,
        has_super_secret_admin_key: false
      }
      const made = yield* post(path, wanted)
      assert.strictEqual(made.status, 201)
      const { id, secret_server_key } = yield* readKeySet(made.json)
      const own = { ...asServer, "x-stack-secret-server-key": secret_server_key }
      assert.strictEqual((yield* send("GET", "/api/v1/users", { headers: own })).status, 200)
      const listed = yield* get(path)
      assert.include(listed.text, secret_server_key.slice(-4))
      for (const { text } of [listed, yield* get("/projects")]) assert.notInclude(text, secret_server_key)
      assert.deepStrictEqual((yield* del(`${path}/${id}`)).json, { success: true })
      assert.strictEqual((yield* send("GET", "/api/v1/users", { headers: own })).status, 401)
      assert.strictEqual((yield* del(`/projects/${OTHER_PROJECT_ID}/keys/${id}`)).status, 404)
      const empty = yield* post(path, { ...wanted, has_secret_server_key: false })
      assert.deepStrictEqual([empty.status, empty.error], [400, ""])
      assert.include(empty.text, "at least one key")
    }).pipe(Effect.provide(service()))
  )
})
