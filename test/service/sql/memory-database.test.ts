import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseSync } from "node:sqlite"
import { layer } from "../../../service/sql/memory-database.ts"

const isCopied = "deserialize" in DatabaseSync.prototype

let migrations = 0
const migrated = layer(
  SqlClient.SqlClient.use((sql) =>
    Effect.gen(function* () {
      migrations++
      yield* sql`CREATE TABLE fruits (name TEXT PRIMARY KEY)`
      yield* sql`CREATE TABLE prices (fruit TEXT REFERENCES fruits (name))`
      yield* sql`INSERT INTO fruits VALUES ('quince')`
    })
  )
)
const fruits = SqlClient.SqlClient.use((sql) => sql`SELECT name FROM fruits ORDER BY name`)
const add = (name: string) => SqlClient.SqlClient.use((sql) => sql`INSERT INTO fruits VALUES (${name})`)

describe("a database in memory", () => {
  it.effect("is migrated once a process, and shares no rows with another", () =>
    Effect.gen(function* () {
      const before = migrations
      const first = yield* Layer.build(migrated)
      yield* Effect.provide(add("medlar"), first)
      const second = yield* Layer.build(migrated)
      yield* Effect.provide(add("sloe"), second)
      assert.deepStrictEqual(yield* Effect.provide(fruits, first), [{ name: "medlar" }, { name: "quince" }])
      assert.deepStrictEqual(yield* Effect.provide(fruits, second), [{ name: "quince" }, { name: "sloe" }])
      assert.isAtMost(migrations - before, isCopied ? 1 : 2)
    })
  )

  it.effect("enforces foreign keys and knows lower case letters of all languages, also as a copy", () =>
    Effect.gen(function* () {
      yield* Layer.build(migrated)
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { reason } = yield* Effect.flip(sql`INSERT INTO prices VALUES ('pepino')`)
        assert.strictEqual(reason._tag, "ConstraintError")
        assert.deepStrictEqual(yield* sql`SELECT lower('MÜLLER') AS text`, [{ text: "müller" }])
      }).pipe(Effect.provide(migrated))
    })
  )
})
