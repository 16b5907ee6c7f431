/**
 * Creates the tables of a new SQLite database by the schema that the migrations make. The migrations themselves take
 * fifteen times as long: 150 ms of the start of `keystile dev`.
 */
import type { Effect } from "effect"
import type { SqlError } from "effect/sql"
import type { DatabaseSync } from "node:sqlite"
import { attempt } from "./node-sqlite.ts"
import { retryWhileBusy } from "./retry-while-busy.ts"
import { SQLITE_SCHEMA } from "./sqlite-schema.ts"

const isNew = (database: DatabaseSync): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined

/** Creates the schema, and records its migrations as applied. Changes nothing if the database has any table. */
export const createSchema = (database: DatabaseSync): Effect.Effect<void, SqlError.SqlError> =>
  attempt("create the schema", () => {
    if (!isNew(database)) return
    retryWhileBusy(() => database.exec("BEGIN IMMEDIATE"))
    try {
      // Another process may have created it while this one waited for the lock.
      if (isNew(database)) database.exec(SQLITE_SCHEMA)
      database.exec("COMMIT")
    } catch (cause) {
      if (database.isTransaction) database.exec("ROLLBACK")
      throw cause
    }
  })
