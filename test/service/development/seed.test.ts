/** Seeds, applied once and again. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ProjectKeys, type SeedInput } from "../../../service/index.ts"
import { readSeed } from "../../../service/development/seed/read-seed.ts"
import { layerTest } from "../../../service/development.ts"
import {
  ada,
  asAdmin,
  asServer,
  keys,
  me,
  OTHER_PROJECT_ID,
  PROJECT_ID,
  send,
  service,
  signIn,
  USER_ID,
  withToken
} from "../fixture.ts"
import { temporaryFolder } from "../temporary-folder.ts"

const problemsOf = (input: unknown) => Effect.map(Effect.flip(readSeed(input)), ({ problems }) => problems.join("\n"))

const emailConfig = {
  type: "standard",
  host: "127.0.0.1",
  port: 2525,
  username: "fernhill",
  password: "between us",
  senderName: "Orchards",
  senderEmail: "mail@fernhill.example"
} as const

const projectWith = (fields: object) => ({ projects: [{ id: PROJECT_ID, displayName: "Test", ...fields }] })

describe("a seed", () => {
  it.effect("creates projects and users, with defaults for omitted fields", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const user = yield* me(withToken(access_token, asServer))
      assert.deepInclude(user.json, {
        id: USER_ID,
        primary_email_verified: true,
        display_name: "Ada",
        client_metadata: { c: 1 },
        client_read_only_metadata: { r: 1 },
        server_metadata: { s: 1 }
      })
      const project = yield* send("GET", "/api/v1/projects/current", { headers: asAdmin })
      assert.deepInclude(project.json, { description: "For tests", is_production_mode: true })
    }).pipe(
      Effect.provide(
        service({
          description: "For tests",
          isProductionMode: true,
          users: [
            {
              id: USER_ID,
              ...ada,
              emailVerified: true,
              displayName: "Ada",
              clientMetadata: { c: 1 },
              clientReadOnlyMetadata: { r: 1 },
              serverMetadata: { s: 1 }
            }
          ]
        })
      )
    )
  )

  it.effect("creates its projects in order, before the internal one", () =>
    Effect.gen(function* () {
      const projects = yield* (yield* ProjectKeys).list
      assert.deepStrictEqual(
        projects.map(({ id }) => id),
        [PROJECT_ID, OTHER_PROJECT_ID, "internal"]
      )
      assert.deepInclude(projects[0], keys)
      assert.match(projects[2]?.publishableClientKey ?? "", /^pck_[0-9a-z]{45}$/)
      assert.match(projects[2]?.secretServerKey ?? "", /^ssk_[0-9a-z]{45}$/)
      assert.match(projects[2]?.superSecretAdminKey ?? "", /^sak_[0-9a-z]{45}$/)
    }).pipe(Effect.provide(service()))
  )

  it.effect("that is malformed is rejected with the path of the error", () =>
    Effect.gen(function* () {
      assert.include(yield* problemsOf(null), "Expected object")
      assert.include(yield* problemsOf({}), "projects: Missing")
      assert.include(yield* problemsOf({ projects: [{ id: "my-project" }] }), "projects.0.id: ")
      assert.include(yield* problemsOf({ projects: [{ id: "my-project" }] }), "projects.0.displayName: ")
      assert.include(yield* problemsOf(projectWith({ config: { signUp: true } })), "projects.0.config.signUp: ")
      assert.include(yield* problemsOf(projectWith({ config: { createTeamOnSignUp: "yes" } })), "createTeamOnSignUp: ")
      assert.include(yield* problemsOf(projectWith({ users: [{ email: "x" }] })), "projects.0.users.0.email: ")
      assert.include(yield* problemsOf(projectWith({ users: [{}] })), "projects.0.users.0: Expected an id or an email")
      const domains = [{ domain: "app.example", handlerPath: "x" }]
      assert.include(yield* problemsOf(projectWith({ domains })), "projects.0.domains.0.handlerPath: ")
      assert.include(yield* problemsOf(projectWith({ keys: { secretServerKey: "a b" } })), "keys.secretServerKey: ")
      assert.include(
        yield* problemsOf(projectWith({ users: [{ ...ada, password: "x".repeat(71) }] })),
        "projects.0.users.0.password: "
      )
    })
  )

  it.effect("configures the mail server of a project", () =>
    Effect.gen(function* () {
      const { json } = yield* send("GET", "/api/v1/projects/current", { headers: asAdmin })
      assert.deepNestedInclude(json, {
        "config.email_config": {
          type: "standard",
          host: "127.0.0.1",
          port: 2525,
          username: "fernhill",
          password: "between us",
          sender_name: "Orchards",
          sender_email: "mail@fernhill.example"
        }
      })
    }).pipe(Effect.provide(service({ config: { emailConfig } })))
  )

  it.effect("with an invalid mail server is rejected without its password in the message", () =>
    Effect.gen(function* () {
      const wrong: ReadonlyArray<readonly [string, unknown]> = [
        ["", null],
        ["", { type: "smtp" }],
        [".host", { ...emailConfig, host: undefined }],
        [".host", { ...emailConfig, host: "127.0.0.1\r\nRSET" }],
        [".port", { ...emailConfig, port: 65_536 }],
        [".port", { ...emailConfig, port: "25" }],
        [".port", { ...emailConfig, port: 2.5 }],
        [".username", { ...emailConfig, username: "" }],
        [".password", { ...emailConfig, password: "between us".repeat(8) }],
        [".senderName", { ...emailConfig, senderName: "a\nBcc: b@example.com" }],
        [".senderName", { ...emailConfig, senderName: "\ud800" }],
        [".senderEmail", { ...emailConfig, senderEmail: "not-an-email" }],
        [".sender_email", { ...emailConfig, sender_email: "a@example.com" }],
        [".host", { type: "shared", host: "127.0.0.1" }]
      ]
      for (const [path, broken] of wrong) {
        const problems = yield* problemsOf(projectWith({ config: { emailConfig: broken } }))
        assert.include(problems, `projects.0.config.emailConfig${path}: `, JSON.stringify(broken))
        assert.notInclude(problems, "between us")
      }
    })
  )

  it.effect("that contradicts itself is rejected with a reason", () =>
    Effect.gen(function* () {
      const [project] = projectWith({}).projects
      assert.include(yield* problemsOf({ projects: [project, project] }), `two projects have the id ${PROJECT_ID}`)
      assert.include(yield* problemsOf(projectWith({ users: [ada, ada] })), `have the email ${ada.email}`)
      for (const again of [USER_ID, USER_ID.toUpperCase()]) {
        const users = [{ id: USER_ID }, { id: again }]
        assert.include(yield* problemsOf(projectWith({ users })), `two users have the id ${USER_ID}`)
      }
    })
  )

  it.effect("with an unknown key is rejected with the known ones", () =>
    Effect.gen(function* () {
      const inConfig = yield* problemsOf(projectWith({ config: { magicLink: true } }))
      assert.match(inConfig, /^projects\.0\.config\.magicLink: Unknown property \(known: .*\bmagicLinkEnabled\b/)
      const inProject = yield* problemsOf(projectWith({ name: "Test" }))
      assert.match(inProject, /^projects\.0\.name: Unknown property \(known: id, displayName, .*\busers\b/)
      const inUser = yield* problemsOf(projectWith({ users: [{ ...ada, verified: true }] }))
      assert.match(inUser, /^projects\.0\.users\.0\.verified: Unknown property \(known: .*\bemailVerified\b/)
      assert.match(
        yield* problemsOf({ projects: [], project: [] }),
        /^project: Unknown property \(known: projects, newProjects, notes\)$/
      )
    })
  )

  it.effect("is rejected without any password in the message", () =>
    Effect.gen(function* () {
      const password = "hunter2".repeat(20)
      assert.notInclude(yield* problemsOf(projectWith({ users: [{ ...ada, password }] })), "hunter2")
    })
  )
})

const bob = { email: "bob@example.com", password: "bobs password" }

describe("a seed that is applied again", () => {
  const seed = (fields: Partial<SeedInput["projects"][number]>): SeedInput => ({
    projects: [{ id: PROJECT_ID, displayName: "Test", keys, users: [{ id: USER_ID, ...ada }], ...fields }]
  })

  it.effect("updates projects and keeps users unchanged", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("keystile.db")
      const start = (fields: Partial<SeedInput["projects"][number]>) => layerTest({ database, seed: seed(fields) })
      yield* Effect.provide(
        Effect.gen(function* () {
          const { access_token } = yield* signIn()
          const headers = withToken(access_token, asServer)
          yield* send("PATCH", "/api/v1/users/me", { headers, json: { password: "changed here", display_name: "Ada" } })
        }),
        start({})
      )
      yield* Effect.provide(
        Effect.gen(function* () {
          const { access_token, user_id } = yield* signIn({ ...ada, password: "changed here" })
          assert.strictEqual(user_id, USER_ID)
          assert.propertyVal((yield* me(withToken(access_token, asServer))).json, "display_name", "Ada")
          const project = yield* send("GET", "/api/v1/projects/current", { headers: asServer })
          assert.propertyVal(project.json, "display_name", "New name")
          yield* signIn(bob)
        }),
        start({
          displayName: "New name",
          users: [{ id: USER_ID, ...ada, displayName: "Seeded" }, bob]
        })
      )
    })
  )

  it.effect("keeps keys that it omits, and replaces those that it names", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("keystile.db")
      const start = (given: object) =>
        Effect.flatMap(ProjectKeys, ({ list }) => list).pipe(
          Effect.map(([first]) => first),
          Effect.provide(layerTest({ database, seed: seed({ keys: given }) }))
        )
      const first = yield* start({})
      assert.deepStrictEqual(yield* start({}), first)
      const changed = yield* start({ secretServerKey: "ssk_chosen" })
      assert.deepStrictEqual(changed, first && { ...first, secretServerKey: "ssk_chosen" })
    })
  )

  it.effect("is rejected when another project has one of its users", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const start = (seed: SeedInput) => Effect.provide(Effect.void, layerTest({ database: path("a.db"), seed }))
      yield* start(seed({}))
      const moved = start({ projects: [{ id: OTHER_PROJECT_ID, displayName: "Other", users: [{ id: USER_ID }] }] })
      assert.include(
        (yield* Effect.flip(moved)).message,
        `the user ${USER_ID} of the project ${OTHER_PROJECT_ID} belongs`
      )
    })
  )

  it.effect("matches users by id in any spelling", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const users = [{ id: USER_ID.toUpperCase(), ...ada }]
      for (let start = 0; start < 2; start++) {
        const { user_id } = yield* Effect.provide(
          signIn(),
          layerTest({ database: path("a.db"), seed: seed({ users }) })
        )
        assert.strictEqual(user_id, USER_ID)
      }
    })
  )

  it.effect("removes the mail server with null, and keeps it when omitted", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const configOf = (fields: Parameters<typeof seed>[0]) =>
        Effect.provide(
          Effect.map(send("GET", "/api/v1/projects/current", { headers: asAdmin }), ({ json }) => json),
          layerTest({ database: path("a.db"), seed: seed(fields) })
        )
      const host = { "config.email_config.host": "127.0.0.1" }
      assert.nestedInclude(yield* configOf({ config: { emailConfig } }), host)
      assert.nestedInclude(yield* configOf({}), host)
      const shared = yield* configOf({ config: { emailConfig: { type: "shared" } } })
      assert.deepNestedInclude(shared, { "config.email_config": { type: "shared" } })
    })
  )

  it.effect("is rejected as a whole when another user has an address", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("keystile.db")
      yield* Effect.provide(Effect.void, layerTest({ database, seed: seed({}) }))
      const again = seed({ displayName: "New name", users: [{ id: "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb", ...ada }] })
      const error = yield* Effect.flip(Effect.provide(Effect.void, layerTest({ database, seed: again })))
      assert.include(error.message, `the email ${ada.email} belongs to another user`)
      const project = yield* Effect.provide(
        send("GET", "/api/v1/projects/current", { headers: asServer }),
        layerTest({ database })
      )
      assert.propertyVal(project.json, "display_name", "Test")
    })
  )
})

describe("without a seed", () => {
  it.effect("there is one project, which stays the same", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("keystile.db")
      const start = Effect.provide(
        Effect.flatMap(ProjectKeys, ({ list }) => list),
        layerTest({ database })
      )
      const projects = yield* start
      assert.deepStrictEqual(
        projects.map(({ displayName }) => displayName),
        ["My project", "Internal"]
      )
      assert.match(projects[0]?.id ?? "", /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
      assert.deepStrictEqual(yield* start, projects)
    })
  )
})
