/** SQLite databases of earlier versions, and databases with other recorded migrations. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { readFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import * as OAuthAccountStore from "../../../service/resources/connected-accounts/oauth-account-store.ts"
import * as DefinitionStore from "../../../service/resources/permissions/definition-store.ts"
import { definePermissionsOfNewProject } from "../../../service/resources/permissions/new-project-permissions.ts"
import { layerTest } from "../../../service/development.ts"
import { prepareFile } from "../../../service/sql/database-file.ts"
import { allMigrations } from "../../../service/sql/migrate.ts"
import * as migrations from "../../../service/sql/migrations/index.ts"
import * as NodeSqlite from "../../../service/sql/node-sqlite.ts"
import { assertServesEarlierUser, earlierDatabases } from "./earlier-databases/earlier-database.ts"
import { asServer, seedWith, send, signIn } from "../fixture.ts"
import { temporaryFolder } from "../temporary-folder.ts"

const start = (database: string) => layerTest({ database, seed: seedWith() })

const query = (path: string, statement: string) => {
  const database = new DatabaseSync(path)
  try {
    return database
      .prepare(statement)
      .all()
      .map((row) => ({ ...row }))
  } finally {
    database.close()
  }
}

/** Returns every table and index by name, without indentation. */
const schemaOf = (path: string) =>
  query(path, "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name").map(({ name, sql }) => [
    name,
    String(sql).replaceAll(/\s+/g, " ")
  ])

const refusalOf = (path: string) =>
  Effect.map(Effect.flip(Effect.provide(Effect.void, start(path))), ({ _tag, message }) => {
    assert.strictEqual(_tag, "DatabaseUnusable")
    assert.notInclude(message, "\n")
    return message
  })

const addProject = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO projects (id, display_name, description, is_production_mode, created_at)
    VALUES (${id}, 'Test', '', 0, 0)`
})

describe("a database from before teams existed", () => {
  it.effect("gets the default permissions of new projects", () =>
    Effect.gen(function* () {
      yield* migrations.projects
      yield* migrations.users
      yield* addProject("old")
      yield* migrations.teams
      yield* migrations.permissions
      yield* migrations.userTeamApiKeys
      yield* migrations.projectPermissions
      yield* addProject("new")
      yield* Effect.gen(function* () {
        const definitions = yield* DefinitionStore.DefinitionStore
        assert.deepStrictEqual(yield* definitions.list("new"), [])
        yield* definePermissionsOfNewProject("new", undefined)
        const expected = yield* definitions.list("new")
        assert.lengthOf(expected, 8)
        assert.deepStrictEqual(yield* definitions.list("old"), expected)
      }).pipe(Effect.provide(DefinitionStore.layer))
    }).pipe(Effect.provide(NodeSqlite.layer(":memory:")))
  )
})

describe("a database from before API keys of teams existed", () => {
  it.effect("adds the permission to manage them to permissions that contain all others", () =>
    Effect.gen(function* () {
      yield* migrations.projects
      yield* migrations.users
      yield* addProject("old")
      yield* migrations.teams
      yield* migrations.permissions
      const sql = yield* SqlClient.SqlClient
      const define = Effect.fnUntraced(function* (id: string, contained: ReadonlyArray<string>) {
        yield* sql`
          INSERT INTO permission_definitions (project_id, id, description, is_creator_default, is_member_default)
          VALUES ('old', ${id}, NULL, 0, 0)`
        for (const containedId of contained) {
          yield* sql`
            INSERT INTO permission_contents (project_id, permission_id, contained_id)
            VALUES ('old', ${id}, ${containedId})`
        }
      })
      yield* define("moderator", ["$read_members", "$remove_members", "$invite_members"])
      yield* define("lead", [
        "$update_team",
        "$delete_team",
        "$read_members",
        "$remove_members",
        "$invite_members",
        "member"
      ])
      yield* migrations.userTeamApiKeys
      yield* migrations.projectPermissions
      yield* Effect.gen(function* () {
        const all = yield* (yield* DefinitionStore.DefinitionStore).list("old")
        assert.deepStrictEqual(
          all.filter(({ containedIds }) => containedIds.includes("$manage_api_keys")).map(({ id }) => id),
          ["admin", "lead"]
        )
      }).pipe(Effect.provide(DefinitionStore.layer))
    }).pipe(Effect.provide(NodeSqlite.layer(":memory:")))
  )
})

describe("a database from before accounts had ids", () => {
  it.effect("keeps the tokens, and the oldest account of a user at a provider for sign-in", () =>
    Effect.gen(function* () {
      yield* migrations.projects
      yield* migrations.users
      yield* addProject("old")
      yield* migrations.oauthAccounts
      yield* migrations.oauthFlows
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO users (
          id, project_id, client_metadata, client_read_only_metadata, server_metadata, otp_auth_enabled, signed_up_at,
          last_active_at
        )
        VALUES ('user', 'old', 'null', 'null', 'null', 0, 0, 0)`
      for (const [provider, account, at] of [
        ["github", "newer", 2],
        ["github", "older", 1],
        ["google", "only", 3]
      ] as const) {
        yield* sql`
          INSERT INTO oauth_accounts (project_id, provider_id, account_id, user_id, created_at)
          VALUES ('old', ${provider}, ${account}, 'user', ${at})`
      }
      yield* sql`
        INSERT INTO oauth_provider_tokens (id, project_id, provider_id, account_id, kind, token, scopes, created_at)
        VALUES ('token', 'old', 'github', 'newer', 'access', 'x', '', 0)`
      yield* migrations.oauthAccountRows
      const store = yield* Effect.provide(OAuthAccountStore.OAuthAccountStore, OAuthAccountStore.layer)
      const accounts = yield* store.ofUser("old", "user")
      assert.deepStrictEqual(
        accounts.map(({ accountId, allowConnectedAccounts, allowSignIn }) => [
          accountId,
          allowSignIn,
          allowConnectedAccounts
        ]),
        [
          ["older", true, true],
          ["newer", false, true],
          ["only", true, true]
        ]
      )
      assert.strictEqual(new Set(accounts.map(({ id }) => id)).size, 3)
      for (const { id } of accounts) assert.match(id, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/)
      assert.lengthOf(yield* sql`SELECT id FROM oauth_provider_tokens`, 1)
    }).pipe(Effect.provide(NodeSqlite.layer(":memory:")))
  )
})

describe("a database from before personal teams were recorded", () => {
  it.effect("has those whose name, time and first member leave no doubt", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrations.projects
      yield* migrations.users
      yield* migrations.teams
      yield* addProject("old")
      const add = Effect.fnUntraced(function* (
        table: "users" | "teams",
        ...rows: ReadonlyArray<Record<string, unknown>>
      ) {
        const metadata = { client_metadata: "null", client_read_only_metadata: "null", server_metadata: "null" }
        for (const row of rows) {
          yield* sql`INSERT INTO ${sql(table)} ${sql.insert({ project_id: "old", ...metadata, ...row })}`
        }
      })
      const user = (id: string, signed_up_at: number) => ({ id, signed_up_at, otp_auth_enabled: 0, last_active_at: 9 })
      const team = (id: string, created_at: number) => ({ id, created_at, display_name: "Personal Team" })
      yield* add("users", user("ada", 1000), user("bob", 2000), user("carol", 3000), user("dan", 4000))
      yield* add("users", user("eve", 5000), user("fay", 6000), user("gus", 7000))
      yield* add("teams", team("of ada", 1003), team("later", 1500), team("of bob and another", 2000))
      yield* add("teams", team("two of carol", 3000), team("carol again", 3000), team("of dan's upgrade", 3500))
      yield* add("teams", { ...team("of eve", 5000), display_name: "Eve's Team" })
      yield* add("teams", { ...team("of fay's server", 6000), display_name: "Orchard" }, team("of gus", 12_001))
      const join = (team_id: string, ...members: ReadonlyArray<readonly [user_id: string, created_at: number]>) =>
        Effect.forEach(
          members,
          ([user_id, created_at]) =>
            sql`
              INSERT INTO team_memberships (project_id, team_id, user_id, is_selected, created_at)
              VALUES ('old', ${team_id}, ${user_id}, 0, ${created_at})`
        )
      yield* join("of ada", ["ada", 1001], ["bob", 1002])
      yield* join("later", ["ada", 1500], ["bob", 1501])
      yield* join("of bob and another", ["ada", 2000], ["bob", 2001])
      yield* join("two of carol", ["carol", 3000])
      yield* join("carol again", ["carol", 3000])
      yield* join("of dan's upgrade", ["dan", 3500])
      yield* join("of eve", ["eve", 5000], ["gus", 5001])
      yield* join("of fay's server", ["fay", 6000])
      yield* join("of gus", ["gus", 12_001])
      yield* migrations.personalTeams
      const personal = yield* sql`
        SELECT team_id, user_id FROM team_memberships WHERE is_personal = 1 ORDER BY user_id`
      assert.deepStrictEqual(
        personal.map((row) => ({ ...row })),
        [
          { team_id: "of ada", user_id: "ada" },
          { team_id: "of eve", user_id: "eve" }
        ]
      )
    }).pipe(Effect.provide(NodeSqlite.layer(":memory:")))
  )
})

describe("a database of an earlier commit", () => {
  it.effect.each(earlierDatabases)("opens with its users and gets the schema of a new one ($commit)", ({ sqlite }) =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const database = new DatabaseSync(path("old.db"))
      database.exec(sqlite)
      database.close()
      yield* Effect.provide(assertServesEarlierUser, layerTest({ database: path("old.db") }))
      yield* Effect.provide(Effect.void, start(path("new.db")))
      assert.deepStrictEqual(schemaOf(path("old.db")), schemaOf(path("new.db")))
      assert.deepStrictEqual(query(path("old.db"), "PRAGMA foreign_key_check"), [])
    })
  )

  it.effect("gets every missing migration, also those with a lower number than its newest", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const lacking = allMigrations.filter(({ number }) => number < 20 || number === 30 || number === 31)
      const steps = Object.fromEntries(
        lacking.map(({ name, number, statements }) => [`${String(number).padStart(4, "0")}_${name}`, statements])
      )
      yield* prepareFile(path("old.db"), { creates: true })
      // The earlier migrator continued after the highest number.
      yield* Effect.provide(
        Migrator.make({})({ loader: Migrator.fromRecord(steps), table: "migrations" }),
        NodeSqlite.layer(path("old.db"))
      )
      yield* Effect.provide(
        Effect.gen(function* () {
          yield* signIn()
          const users = yield* send("GET", "/api/v1/users", { headers: asServer })
          assert.strictEqual(users.status, 200, users.text)
        }),
        start(path("old.db"))
      )
      const recorded = query(path("old.db"), "SELECT migration_id, name FROM migrations ORDER BY migration_id")
      assert.deepStrictEqual(
        recorded,
        allMigrations.map(({ name, number }) => ({ migration_id: number, name }))
      )
      yield* Effect.provide(Effect.void, start(path("new.db")))
      assert.deepStrictEqual(schemaOf(path("old.db")), schemaOf(path("new.db")))
    })
  )
})

describe("the recorded migrations of a database", () => {
  it.effect("have a number, a name and a time, and are not applied again", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const read = () => query(path("a.db"), "SELECT * FROM migrations ORDER BY migration_id")
      yield* Effect.provide(Effect.void, start(path("a.db")))
      const first = read()
      assert.deepStrictEqual(
        first.map(({ migration_id, name }) => [migration_id, name]),
        allMigrations.map(({ name, number }) => [number, name])
      )
      for (const { created_at } of first) assert.match(String(created_at), /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
      yield* Effect.provide(Effect.void, start(path("a.db")))
      assert.deepStrictEqual(read(), first)
    })
  )

  const foreign: ReadonlyArray<readonly [how: string, change: string, names: string]> = [
    ["with another name", "UPDATE migrations SET name = 'gardens' WHERE migration_id = 10", "0010_gardens"],
    [
      "with an unknown number between known ones",
      "INSERT INTO migrations (migration_id, name) VALUES (15, 'gardens')",
      "0015_gardens"
    ],
    [
      "with many unknown numbers",
      "UPDATE migrations SET name = 'x' WHERE migration_id < 10",
      "0001_x, 0002_x, 0003_x and others"
    ]
  ]
  it.effect.each(foreign)("%s are refused, and the file stays unchanged", ([, change, names]) =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* Effect.provide(Effect.void, start(path("a.db")))
      query(path("a.db"), change)
      const before = readFileSync(path("a.db"))
      assert.strictEqual(
        yield* refusalOf(path("a.db")),
        `The database ${path("a.db")} cannot be used: its history differs from this version's: it has the migration ` +
          `${names}, which this version does not have. Start the Keystile that made it, or use another database.`
      )
      assert.isTrue(readFileSync(path("a.db")).equals(before))
    })
  )

  it.effect("have unique names and ascending numbers", () =>
    Effect.sync(() => {
      const numbers = allMigrations.map(({ number }) => number)
      assert.deepStrictEqual(
        numbers,
        [...new Set(numbers)].sort((one, other) => one - other)
      )
      assert.strictEqual(new Set(allMigrations.map(({ name }) => name)).size, allMigrations.length)
    })
  )
})
