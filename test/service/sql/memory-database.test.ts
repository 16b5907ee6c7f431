import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { layer } from "../../../service/sql/memory-database.ts"

const projects = SqlClient.SqlClient.use((sql) => sql`SELECT id FROM projects ORDER BY id`)
const add = (id: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      INSERT INTO projects (id, display_name, description, is_production_mode, created_at)
      VALUES (${id}, 'Orchard', '', 0, 0)`
  )

describe("a database in memory", () => {
  it.effect("shares no rows with others, of which it may be a copy", () =>
    Effect.gen(function* () {
      for (const id of ["medlar", "sloe", "quince"]) {
        yield* Effect.gen(function* () {
          yield* add(id)
          assert.deepStrictEqual(yield* projects, [{ id }])
        }).pipe(Effect.provide(Layer.fresh(layer)))
      }
    })
  )

  it.effect("enforces foreign keys and knows lower case letters of all languages, also as a copy", () =>
    Effect.gen(function* () {
      yield* Layer.build(Layer.fresh(layer))
      yield* Layer.build(Layer.fresh(layer))
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { reason } = yield* Effect.flip(
          sql`INSERT INTO trusted_domains VALUES ('pepino', 'https://example.com', '/handler', 0)`
        )
        assert.strictEqual(reason._tag, "ConstraintError")
        assert.deepStrictEqual(yield* sql`SELECT lower('MÜLLER') AS text`, [{ text: "müller" }])
      }).pipe(Effect.provide(Layer.fresh(layer)))
    })
  )
})
