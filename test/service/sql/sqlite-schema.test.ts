/** The schema of new SQLite databases, which is generated from the migrations. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expect } from "vitest"
import { migrate } from "../../../service/sql/migrate.ts"
import * as NodeSqlite from "../../../service/sql/node-sqlite.ts"
import { createSchema } from "../../../service/sql/create-schema.ts"

/** Removes blank lines, and the indentation that the lines after the first one have in common. */
const dedent = (statement: string): string => {
  const [first = "", ...rest] = statement.split("\n").filter((line) => line.trim() !== "")
  const common = Math.min(...rest.map((line) => line.search(/\S/)))
  return [first, ...rest.map((line) => line.slice(common))].join("\n")
}

/** Returns all statements that create a database with the schema of this one. */
const statementsOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // SQLite creates the shadow tables with their virtual table.
  const created = yield* sql<{ sql: string }>`
    SELECT sql FROM sqlite_schema
    WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
      AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')
    ORDER BY rowid`
  const migrations = yield* sql<{ row: string }>`
    SELECT format('(%d, %Q)', migration_id, name) AS row FROM migrations ORDER BY migration_id`
  const [retention] = yield* sql<{ kept_from: number }>`SELECT kept_from FROM audit_log_retention`
  return [
    ...created.map((row) => dedent(row.sql)),
    `INSERT INTO migrations (migration_id, name) VALUES\n  ${migrations.map(({ row }) => row).join(",\n  ")}`,
    `INSERT INTO audit_log_retention (id, kept_from) VALUES (1, ${retention?.kept_from})`
  ]
})

/** Returns the number of rows of each table that has any, without the shadow tables. */
const rowCounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`
    SELECT name FROM pragma_table_list WHERE type = 'table' AND name <> 'sqlite_schema' ORDER BY name`
  const counts: Record<string, unknown> = {}
  for (const { name } of tables) {
    const [row] = yield* sql<{ n: number }>`SELECT count(*) AS n FROM ${sql(name)}`
    if (row?.n !== 0) counts[name] = row?.n
  }
  return counts
})

const migrated = Effect.provide(
  Effect.andThen(migrate, Effect.all({ statements: statementsOf, counts: rowCounts })),
  NodeSqlite.layer(":memory:")
)

describe("the schema of new SQLite databases", () => {
  it.effect("is what the migrations create", () =>
    Effect.gen(function* () {
      const { statements } = yield* migrated
      const file = [
        "/**",
        " * The schema of a new SQLite database: the tables that the migrations create, and their first rows. `npm run schema`",
        " * writes this file from the migrations.",
        " */",
        `export const SQLITE_SCHEMA = \``,
        ...statements.map((statement) => `${statement};`),
        "`",
        ""
      ].join("\n")
      assert.notMatch(statements.join(""), /[`\\]|\$\{/, "texts that a template literal would change")
      yield* Effect.promise(() => expect(file).toMatchFileSnapshot("../../../service/sql/sqlite-schema.ts"))
    })
  )

  it.effect("has the first rows that the migrations write, and no others", () =>
    Effect.gen(function* () {
      const database = yield* NodeSqlite.open(":memory:")
      yield* createSchema(database)
      const created = yield* Effect.provide(rowCounts, NodeSqlite.layerOf(database))
      assert.deepStrictEqual(created, (yield* migrated).counts)
    })
  )

  it.effect("is not created in a database that has a table already", () =>
    Effect.gen(function* () {
      const database = yield* NodeSqlite.open(":memory:")
      database.exec("CREATE TABLE fruits (name TEXT)")
      yield* createSchema(database)
      assert.deepStrictEqual(
        database
          .prepare("SELECT name FROM sqlite_schema")
          .all()
          .map(({ name }) => name),
        ["fruits"]
      )
    })
  )
})
