/** Effect's `SqlClient` over `node:sqlite`: one connection, each statement prepared once. */
import { Effect, Layer, type Scope, Semaphore, Stream } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlConnection, SqlError, Statement } from "effect/sql"
import { BUSY_TIMEOUT, untilFree } from "./busy.ts"
import { WaitsForDisk } from "./waiting.ts"
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite"

/** Pages that are kept in memory, in KiB. SQLite's own 2,000 are fewer than a hundred users of a long file need. */
const CACHE_KIB = 4000

/** All statements are written out in the stores, so this is never reached; it bounds what a mistake could cost. */
const MAX_PREPARED = 1000

/** https://www.sqlite.org/rescode.html: a value that is taken has one code in a primary key and another elsewhere. */
const CONSTRAINT_PRIMARY_KEY = 1555
const CONSTRAINT_UNIQUE = 2067

const toSqlError = (operation: string, cause: unknown) => {
  // The classifier reads `errno`, which node:sqlite calls `errcode`, and knows only the second of those codes.
  if (cause instanceof Error && "errcode" in cause) {
    Object.assign(cause, { errno: cause.errcode === CONSTRAINT_PRIMARY_KEY ? CONSTRAINT_UNIQUE : cause.errcode })
  }
  return new SqlError.SqlError({
    reason: SqlError.classifySqliteError(cause, { message: `SQLite could not ${operation}`, operation })
  })
}

const attempt = <A>(operation: string, run: () => A): Effect.Effect<A, SqlError.SqlError> =>
  Effect.try({ try: run, catch: (cause) => toSqlError(operation, cause) })

const toInput = (value: unknown): SQLInputValue => {
  if (value === null || value === undefined) return null
  if (typeof value === "boolean") return Number(value)
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`A ${typeof value} cannot be stored in SQLite`)
}

const lower = (text: SQLOutputValue): SQLOutputValue => typeof text === "string" ? text.toLowerCase() : text

/** Opens a database and closes it with the scope. */
const open = (path: string): Effect.Effect<DatabaseSync, SqlError.SqlError, Scope.Scope> =>
  Effect.tap(
    Effect.acquireRelease(
      attempt("open the database", () =>
        new DatabaseSync(path, { timeout: BUSY_TIMEOUT, enableForeignKeyConstraints: true })),
      (database) => Effect.sync(() => database.close())
    ),
    (database) =>
      attempt("open the database", () => {
        untilFree(() => database.exec("PRAGMA journal_mode = WAL"))
        // A commit that was answered must survive the death of the process and of the machine.
        database.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
        database.exec(`PRAGMA cache_size = -${CACHE_KIB}`)
        // SQLite's own knows ASCII only; everybody else's database finds "Müller" by "MÜLLER".
        database.function("lower", { deterministic: true }, lower)
      })
  )

/** In one go: no other statement runs like that. */
const runWithoutWaiting = (database: DatabaseSync, statement: StatementSync, inputs: ReadonlyArray<SQLInputValue>) => {
  database.exec("PRAGMA synchronous = NORMAL")
  try {
    return statement.all(...inputs)
  } finally {
    database.exec("PRAGMA synchronous = FULL")
  }
}

const makeConnection = (database: DatabaseSync): SqlConnection.Connection => {
  const prepared = new Map<string, StatementSync>()
  const prepare = (text: string): StatementSync => {
    const known = prepared.get(text)
    if (known !== undefined) return known
    if (prepared.size >= MAX_PREPARED) prepared.clear()
    const statement = database.prepare(text)
    prepared.set(text, statement)
    return statement
  }
  const all = (text: string, params: ReadonlyArray<unknown>) =>
    Effect.flatMap(WaitsForDisk, (waits) =>
      attempt("run a statement", () => {
        const statement = prepare(text)
        const inputs = params.map(toInput)
        return waits || database.isTransaction ? statement.all(...inputs) : runWithoutWaiting(database, statement, inputs)
      }))
  const execute: SqlConnection.Connection["execute"] = (text, params, transform) =>
    transform === undefined ? all(text, params) : Effect.map(all(text, params), transform)
  const values: SqlConnection.Connection["executeValues"] = (text, params) =>
    Effect.map(all(text, params), (rows) => rows.map((row) => Object.values(row)))
  return {
    execute,
    executeUnprepared: execute,
    executeValues: values,
    executeValuesUnprepared: values,
    executeRaw: (text, params) => attempt("run a statement", () => prepare(text).run(...params.map(toInput))),
    executeStream: (text, params, transform) => Stream.fromIterableEffect(execute(text, params, transform))
  }
}

/** A client for the database at a path, or `:memory:`. */
export const layer = (path: string): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError> =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.gen(function*() {
      const database = yield* open(path)
      return yield* SqlClient.make({
        ...SqlClient.makeSqliteAcquirers({
          connection: Effect.succeed(makeConnection(database)),
          semaphore: yield* Semaphore.make(1),
          isTransaction: () => database.isTransaction
        }),
        compiler: Statement.makeCompilerSqlite(),
        driver: "node-sqlite",
        // A transaction that reads first and writes later would otherwise fail when another process wrote between.
        beginTransaction: "BEGIN IMMEDIATE",
        spanAttributes: []
      })
    })
  ).pipe(Layer.provide(Reactivity.layer))
