/**
 * Databases in memory, as tests start one each. The first one of a process applies the migrations, which takes 70 ms;
 * the others begin as copies of it, which takes 1 ms. SQLite limits such a copy to 1 GiB.
 */
import { Effect, Layer } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { DatabaseSync } from "node:sqlite"
import * as NodeSqlite from "./node-sqlite.ts"

/** The name of a database in memory, which is lost when the service stops. */
export const MEMORY = ":memory:"

/** The content of the first database after its migrations. */
let migrated: Uint8Array | undefined

/** Runtimes and older versions of Node.js without these methods migrate each database. */
const isCopyable = (database: Partial<DatabaseSync>) =>
  database.serialize !== undefined && database.deserialize !== undefined

/** A client for a new database in memory, to which the migrations are applied. */
export const layer = <E>(
  migrate: Effect.Effect<void, E, SqlClient.SqlClient>
): Layer.Layer<SqlClient.SqlClient, E | SqlError.SqlError> =>
  Layer.unwrap(
    Effect.map(NodeSqlite.open(MEMORY), (database) => {
      const client = NodeSqlite.layerOf(database)
      if (migrated !== undefined) {
        database.deserialize(migrated)
        return client
      }
      const remember = Effect.sync(() => {
        if (isCopyable(database)) migrated = database.serialize()
      })
      return Layer.provideMerge(Layer.effectDiscard(Effect.andThen(migrate, remember)), client)
    })
  )
