/** The service's database: checked, opened, and brought to the newest form. */
import { Cause, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseUnusable, explain, prepareFile } from "./database-file.ts"
import { migrate } from "./migrate.ts"
import * as NodeSqlite from "./node-sqlite.ts"

/** A database that is gone when the service ends. */
export const MEMORY = ":memory:"

/** The database in a file, or in memory. */
export const layer = (path: string): Layer.Layer<SqlClient.SqlClient, DatabaseUnusable> =>
  Layer.unwrap(
    Effect.as(
      path === MEMORY ? Effect.void : prepareFile(path),
      Layer.effectDiscard(migrate).pipe(
        Layer.provideMerge(NodeSqlite.layer(path)),
        Layer.catchCause((cause) =>
          Layer.effect(
            SqlClient.SqlClient,
            Effect.fail(new DatabaseUnusable({ path, problem: explain(rootOf(Cause.squash(cause))) }))
          ))
      )
    )
  )

/** What SQLite said, below the errors that were wrapped around it. */
const rootOf = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  if ("reason" in error && error.reason instanceof Error) return rootOf(error.reason)
  return error.cause === undefined ? error : rootOf(error.cause)
}
