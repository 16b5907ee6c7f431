/**
 * Databases in memory, as tests start one each. The first two of a process create the schema, which takes 10 ms; the
 * others begin as copies of the second one, which takes 1 ms. SQLite limits such a copy to 1 GiB.
 */
import { Effect, Layer } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { DatabaseSync } from "node:sqlite"
import { createSchema } from "./create-schema.ts"
import * as NodeSqlite from "./node-sqlite.ts"

/** The name of a database in memory, which is lost when the service stops. */
export const MEMORY = ":memory:"

/** The content of a new database. */
let empty: Uint8Array | undefined

/** A process with one database only, such as `keystile dev`, keeps no copy of it. */
let isFirst = true

/** Some runtimes and older versions of Node.js do not have these methods. */
const isCopyable = (database: Partial<DatabaseSync>) =>
  database.serialize !== undefined && database.deserialize !== undefined

/** A client for a new database in memory. */
export const layer: Layer.Layer<SqlClient.SqlClient, SqlError.SqlError> = Layer.unwrap(
  Effect.gen(function* () {
    const database = yield* NodeSqlite.open(MEMORY)
    if (empty === undefined) {
      yield* createSchema(database)
      if (!isFirst && isCopyable(database)) empty = database.serialize()
      isFirst = false
    } else {
      database.deserialize(empty)
    }
    return NodeSqlite.layerOf(database)
  })
)
