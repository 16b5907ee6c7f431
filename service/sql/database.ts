/** Opens the service's database: checks it and applies pending migrations. */
import { Cause, Effect, Layer, Redacted } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { DatabaseUnusable, explain, prepareFile } from "./database-file.ts"
import { fillSearchIndex } from "./search/fill-search-index.ts"
import * as MemoryDatabase from "./memory-database.ts"
import { MEMORY } from "./memory-database.ts"
import { HistoryUnknown, migrateIn } from "./migrate.ts"
import * as NodeSqlite from "./node-sqlite.ts"
import { isPostgresUrl, misnamed, nameOfDatabase, schemaOf } from "./postgres-database.ts"
import { explainPostgres } from "./postgres-errors.ts"
import { teamIndex, userIndex } from "./search/search-indexes.ts"
import { unavailable } from "./unavailable.ts"

export { MEMORY }

/** Turns a failed start of a service into `DatabaseUnusable` if the database refuses writes. */
export const unusableWhenUnavailable =
  (database: string) =>
  <A, E, R>(service: Layer.Layer<A, E, R>): Layer.Layer<A, E | DatabaseUnusable, R> =>
    Layer.catchCause(service, (cause) => {
      const problem = unavailable(Cause.squash(cause))
      const failed: Effect.Effect<never, E | DatabaseUnusable> =
        problem === null
          ? Effect.failCause(cause)
          : Effect.fail(new DatabaseUnusable({ path: nameOfDatabase(database), problem }))
      return Layer.unwrap(failed)
    })

/** Opens the database and applies migrations, or only opens it. */
type AtStart = Effect.Effect<void, HistoryUnknown | SqlError.SqlError, SqlClient.SqlClient>

/** The database in a file, in memory, or on a PostgreSQL server (`postgres://user:password@host:port/name`). */
export const layer = (database: string): Layer.Layer<SqlClient.SqlClient, DatabaseUnusable> => {
  const migrate = Effect.gen(function* () {
    yield* migrateIn(isPostgresUrl(database) ? schemaOf(database) : null)
    for (const index of [userIndex, teamIndex]) yield* fillSearchIndex(index)
  })
  return database === MEMORY
    ? unusableWhenFailed(MEMORY, explain)(MemoryDatabase.layer(migrate))
    : open(database, migrate)
}

/** The database as it is: no migration is applied. */
export const layerUnchanged = (database: string): Layer.Layer<SqlClient.SqlClient, DatabaseUnusable> =>
  open(database, Effect.void)

const open = (database: string, atStart: AtStart): Layer.Layer<SqlClient.SqlClient, DatabaseUnusable> => {
  const problem = misnamed(database)
  if (problem !== null) {
    return Layer.unwrap(Effect.fail(new DatabaseUnusable({ path: nameOfDatabase(database), problem })))
  }
  return isPostgresUrl(database) ? postgres(database, atStart) : sqlite(database, atStart)
}

const sqlite = (path: string, atStart: AtStart) =>
  Layer.unwrap(
    Effect.as(
      path === MEMORY ? Effect.void : prepareFile(path),
      Layer.effectDiscard(atStart).pipe(Layer.provideMerge(NodeSqlite.layer(path)), unusableWhenFailed(path, explain))
    )
  )

const postgres = (url: string, atStart: AtStart) => {
  const path = nameOfDatabase(url)
  return Layer.unwrap(
    Effect.gen(function* () {
      // Loaded on demand: a service on SQLite neither loads nor requires the driver.
      const driver = yield* Effect.catchDefect(
        Effect.promise(() => import("./postgres.ts")),
        (defect) => (isMissingModule(defect) ? new DatabaseUnusable({ path, problem: NO_DRIVER }) : Effect.die(defect))
      )
      return Layer.effectDiscard(atStart).pipe(
        Layer.provideMerge(driver.layer(Redacted.make(url))),
        unusableWhenFailed(path, explainPostgres)
      )
    })
  )
}

const NO_DRIVER = "its driver is not installed. Run: npm install pg"

const isMissingModule = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND"

const unusableWhenFailed =
  (path: string, explain: (cause: unknown) => string) =>
  <A, E>(database: Layer.Layer<A, E>): Layer.Layer<A, DatabaseUnusable> =>
    Layer.catchCause(database, (cause) => {
      const failure = Cause.squash(cause)
      const problem = failure instanceof HistoryUnknown ? failure.problem : explain(rootOf(failure))
      return Layer.unwrap(
        Effect.fail(failure instanceof DatabaseUnusable ? failure : new DatabaseUnusable({ path, problem }))
      )
    })

/** Returns the innermost cause: the error of the database itself. */
const rootOf = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  if ("reason" in error && error.reason instanceof Error) return rootOf(error.reason)
  return error.cause === undefined ? error : rootOf(error.cause)
}
