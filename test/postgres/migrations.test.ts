/** PostgreSQL databases of earlier versions, and databases with other recorded migrations. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { layerTest } from "../../service/development.ts"
import { assertServesEarlierUser, earlierDatabases } from "../service/sql/earlier-databases/earlier-database.ts"
import { query } from "./connected.ts"
import { server, temporaryDatabase } from "./server.ts"

/** Returns every column, constraint and index of the schema, without the positions of columns. */
const schemaOf = Effect.fnUntraced(function* (url: string) {
  const columns = yield* query(
    url,
    `SELECT table_name, column_name, data_type, is_nullable, column_default, is_identity, collation_name
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, column_name`
  )
  const constraints = yield* query(
    url,
    `SELECT conrelid::regclass::text AS table_name, conname, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`
  )
  const indexes = yield* query(url, "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname")
  return { columns, constraints, indexes }
})

const start = (database: string) => Effect.provide(Effect.void, layerTest({ database }))

describe.skipIf(server === undefined)("a PostgreSQL database of an earlier commit", () => {
  it.effect.each(earlierDatabases)("opens with its users and gets the schema of a new one ($commit)", ({ postgres }) =>
    Effect.gen(function* () {
      const old = yield* temporaryDatabase
      yield* query(old, postgres)
      yield* Effect.provide(assertServesEarlierUser, layerTest({ database: old }))
      const fresh = yield* temporaryDatabase
      yield* start(fresh)
      assert.deepStrictEqual(yield* schemaOf(old), yield* schemaOf(fresh))
    })
  )

  it.effect("gets every missing migration, also those with a lower number than its newest", () =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      yield* start(url)
      const complete = yield* schemaOf(url)
      yield* query(url, "DROP TABLE totp_uses; DELETE FROM migrations WHERE name = 'second_factor'")
      yield* start(url)
      assert.deepStrictEqual(yield* schemaOf(url), complete)
    })
  )

  it.effect("is refused when a known number has another migration", () =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      yield* start(url)
      yield* query(url, "UPDATE migrations SET name = 'gardens' WHERE migration_id = 10")
      const { message } = yield* Effect.flip(start(url))
      assert.match(message, /its history differs from this version's: it has the migration 0010_gardens/)
    })
  )
})
