/** Opens the service's database: checks it and applies pending migrations. */
import { Cause, Effect, Layer, Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import { createSchema } from "./create-schema.ts"
import { DatabaseUnusable, explain, prepareFile, warnIfShared } from "./database-file.ts"
import { fillUserTraits } from "./fill-user-traits.ts"
import { fillSearchIndex } from "./search/fill-search-index.ts"
import * as MemoryDatabase from "./memory-database.ts"
import { MEMORY } from "./memory-database.ts"
import { UnknownHistory, allMigrations, migrateIn, readPending } from "./migrate.ts"
import * as NodeSqlite from "./node-sqlite.ts"
import { isPostgresUrl, findNameProblem, nameOfDatabase, schemaOf } from "./postgres-database.ts"
import { explainPostgres } from "./postgres-errors.ts"
import { teamIndex, userIndex } from "./search/search-indexes.ts"
import { outageReason } from "./unavailable.ts"

export { MEMORY }

/** Turns a failed start of a service into `DatabaseUnusable` if the database refuses writes. */
export const unusableWhenUnavailable =
  (database: string) =>
  <A, E, R>(service: Layer.Layer<A, E, R>): Layer.Layer<A, E | DatabaseUnusable, R> =>
    Layer.catchCause(service, (cause) => {
      const problem = outageReason(Cause.squash(cause))
      const failed: Effect.Effect<never, E | DatabaseUnusable> =
        problem === null
          ? Effect.failCause(cause)
          : Effect.fail(new DatabaseUnusable({ path: nameOfDatabase(database), problem }))
      return Layer.unwrap(failed)
    })

/** The database in a file, in memory, or on a PostgreSQL server (`postgres://user:password@host:port/name`). */
export const layer = (database: string): Layer.Layer<SqlClient.SqlClient, DatabaseUnusable> => {
  if (database === MEMORY) return unusableWhenFailed(MEMORY, explain)(MemoryDatabase.layer)
  return open(database, "apply")
}

/** The database as it is: no migration is applied, and there is no warning if other users can read its file. */
export const layerUnchanged = (database: string): Layer.Layer<SqlClient.SqlClient, DatabaseUnusable> =>
  open(database, "ignore")

/** An existing database. Refused without a change if it lacks a migration. */
export const layerMigrated = (database: string): Layer.Layer<SqlClient.SqlClient, DatabaseUnusable> =>
  open(database, "refuse")

/** A new database, which is created, or an existing one, which is refused if it lacks a migration. */
export const layerCreated = (database: string): Layer.Layer<SqlClient.SqlClient, DatabaseUnusable> =>
  open(database, "create")

/** The treatment of pending migrations. `create` applies them to a new database, and refuses any other. */
type MigrationPolicy = "apply" | "create" | "ignore" | "refuse"

const open = (database: string, pending: MigrationPolicy): Layer.Layer<SqlClient.SqlClient, DatabaseUnusable> => {
  const problem = findNameProblem(database)
  if (problem !== null) {
    return Layer.unwrap(Effect.fail(new DatabaseUnusable({ path: nameOfDatabase(database), problem })))
  }
  return isPostgresUrl(database) ? postgres(database, pending) : sqlite(database, pending)
}

/** Applies the migrations, and completes the indexes of searches and the traits of users. */
const migrate = Effect.fnUntraced(function* (schema: string | null) {
  yield* migrateIn(schema)
  for (const index of [userIndex, teamIndex]) yield* fillSearchIndex(index)
  yield* fillUserTraits
})

/** Fails if migrations are pending. */
const requireMigrated = Effect.fnUntraced(function* (path: string) {
  const { length } = yield* readPending
  if (length === 0) return
  const problem =
    length === allMigrations.length
      ? "it has no tables of the service. Check its name, or start the service, which creates them."
      : `it lacks ${length} migration(s) of this version. Make a backup, then start the service of this version, ` +
        "which applies them."
  return yield* new DatabaseUnusable({ path, problem })
})

const prepare = Effect.fnUntraced(function* (path: string, schema: string | null, pending: MigrationPolicy) {
  if (pending === "ignore") return
  if (pending === "apply") return yield* migrate(schema)
  if (pending === "create" && (yield* readPending).length === allMigrations.length) return yield* migrate(schema)
  return yield* requireMigrated(path)
})

const sqlite = (path: string, pending: MigrationPolicy) =>
  Layer.unwrap(
    Effect.gen(function* () {
      if (path !== MEMORY) yield* prepareFile(path, { creates: pending !== "refuse" })
      if (path !== MEMORY && pending !== "ignore") yield* warnIfShared(path)
      const database = yield* NodeSqlite.open(path)
      if (pending === "apply" || pending === "create") yield* createSchema(database)
      return Layer.effectDiscard(prepare(path, null, pending)).pipe(Layer.provideMerge(NodeSqlite.layerOf(database)))
    })
  ).pipe(unusableWhenFailed(path, explain))

const postgres = (url: string, pending: MigrationPolicy) => {
  const path = nameOfDatabase(url)
  return Layer.unwrap(
    Effect.gen(function* () {
      // Loaded on demand: a service on SQLite neither loads nor requires the driver.
      const driver = yield* Effect.catchDefect(
        Effect.promise(() => import("./postgres.ts")),
        (defect) => (isMissingModule(defect) ? new DatabaseUnusable({ path, problem: NO_DRIVER }) : Effect.die(defect))
      )
      return Layer.effectDiscard(prepare(path, schemaOf(url), pending)).pipe(
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
      const problem = failure instanceof UnknownHistory ? failure.problem : explain(rootOf(failure))
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
