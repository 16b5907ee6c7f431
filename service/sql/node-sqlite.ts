/**
 * Effect's `SqlClient` over `node:sqlite`: one connection, each statement prepared once. `@effect/sql-sqlite-node` has
 * no release for Effect 4 (November 2026: 0.53.0 for Effect 3, and betas up to 4.0.0-beta.102 that Effect 4.1 cannot
 * load).
 */
import { Context, Effect, Exit, Layer, type Scope, Semaphore, Stream } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient, type SqlConnection, SqlError, Statement } from "effect/sql"
import { BUSY_TIMEOUT, retryWhileBusy } from "./retry-while-busy.ts"
import { SynchronousCommit } from "./synchronous-commit.ts"
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite"

/** The page cache in KiB. SQLite's default of 2,000 is too small for a hundred users in a large file. */
const CACHE_KIB = 4000

/** The maximum number of prepared statements. The stores have fewer, so this limits the effect of a bug only. */
const MAX_PREPARED = 1000

/** Extended result codes (https://www.sqlite.org/rescode.html): primary keys have one of their own. */
const CONSTRAINT_PRIMARY_KEY = 1555
const CONSTRAINT_UNIQUE = 2067

const toSqlError = (operation: string, cause: unknown) => {
  // Effect's classifier reads `errno`, which node:sqlite calls `errcode`, and supports `CONSTRAINT_UNIQUE` only.
  if (cause instanceof Error && "errcode" in cause) {
    Object.assign(cause, { errno: cause.errcode === CONSTRAINT_PRIMARY_KEY ? CONSTRAINT_UNIQUE : cause.errcode })
  }
  return new SqlError.SqlError({
    reason: SqlError.classifySqliteError(cause, { message: `SQLite could not ${operation}`, operation })
  })
}

/** Runs a function that throws errors of `node:sqlite`. `operation` completes the sentence "SQLite could not". */
export const attempt = <A>(operation: string, run: () => A): Effect.Effect<A, SqlError.SqlError> =>
  Effect.try({ try: run, catch: (cause) => toSqlError(operation, cause) })

const toInput = (value: unknown): SQLInputValue => {
  if (value === null || value === undefined) return null
  if (typeof value === "boolean") return Number(value)
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`A ${typeof value} cannot be stored in SQLite`)
}

const lower = (text: SQLOutputValue): SQLOutputValue => (typeof text === "string" ? text.toLowerCase() : text)

/** Opens the database at a path, or `:memory:`, and closes it with the scope. */
export const open = (path: string): Effect.Effect<DatabaseSync, SqlError.SqlError, Scope.Scope> =>
  Effect.tap(
    Effect.acquireRelease(
      attempt(
        "open the database",
        () => new DatabaseSync(path, { timeout: BUSY_TIMEOUT, enableForeignKeyConstraints: true })
      ),
      (database) => Effect.sync(() => database.close())
    ),
    (database) =>
      attempt("open the database", () => {
        retryWhileBusy(() => database.exec("PRAGMA journal_mode = WAL"))
        // A committed change must survive a crash of the process and a power failure.
        database.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
        database.exec(`PRAGMA cache_size = -${CACHE_KIB}`)
        // SQLite's own `lower` supports ASCII only; PostgreSQL's finds "Müller" by "MÜLLER", too.
        database.function("lower", { deterministic: true }, lower)
      })
  )

type Values = ReadonlyArray<SQLOutputValue>
type Row = Record<string, SQLOutputValue>

/** A prepared statement with a function that reads its rows. */
interface PreparedStatement {
  readonly statement: StatementSync
  readonly rows: (inputs: ReadonlyArray<SQLInputValue>) => ReadonlyArray<Row>
}

/**
 * Prepares a statement. Its rows are copies of one empty row: rows of the driver are built property by property,
 * which makes them slower to create and to read.
 */
const prepareStatement = (database: DatabaseSync, text: string): PreparedStatement => {
  const statement = database.prepare(text)
  statement.setReturnArrays(true)
  let empty: Row = {}
  let names: ReadonlyArray<string> = []
  // The columns of a statement can change when another process changes the schema.
  const readNames = () => {
    names = statement.columns().map(({ name }) => name)
    // V8 gives a parsed object its final hidden class immediately.
    empty = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))))
  }
  const toRow = (values: Values): Row => {
    if (values.length !== names.length) readNames()
    const row = { ...empty }
    for (let column = 0; column < values.length; column++) row[names[column] ?? ""] = values[column] ?? null
    return row
  }
  return {
    statement,
    // `setReturnArrays` makes each row an array.
    rows: (inputs) => (statement.all(...inputs) as ReadonlyArray<unknown> as ReadonlyArray<Values>).map(toRow)
  }
}

/** Runs a statement synchronously with another `synchronous` mode, which no other statement can see. */
const runWithoutWaiting = (
  database: DatabaseSync,
  { rows }: PreparedStatement,
  inputs: ReadonlyArray<SQLInputValue>
) => {
  database.exec("PRAGMA synchronous = NORMAL")
  try {
    return rows(inputs)
  } finally {
    database.exec("PRAGMA synchronous = FULL")
  }
}

/** Runs a statement synchronously. */
type RunStatement = (
  text: string,
  params: ReadonlyArray<unknown>,
  waitsForDisk: boolean
) => Exit.Exit<ReadonlyArray<Row>, SqlError.SqlError>

const makeRunNow = (
  database: DatabaseSync
): { readonly runNow: RunStatement; readonly prepare: (text: string) => PreparedStatement } => {
  const prepared = new Map<string, PreparedStatement>()
  const prepare = (text: string): PreparedStatement => {
    const known = prepared.get(text)
    if (known !== undefined) return known
    if (prepared.size >= MAX_PREPARED) prepared.clear()
    const statement = prepareStatement(database, text)
    prepared.set(text, statement)
    return statement
  }
  return {
    prepare,
    runNow: (text, params, waitsForDisk) => {
      try {
        const statement = prepare(text)
        const inputs = params.map(toInput)
        const waits = waitsForDisk || database.isTransaction
        return Exit.succeed(waits ? statement.rows(inputs) : runWithoutWaiting(database, statement, inputs))
      } catch (cause) {
        return Exit.fail(toSqlError("run a statement", cause))
      }
    }
  }
}

const makeConnection = ({ prepare, runNow }: ReturnType<typeof makeRunNow>): SqlConnection.Connection => {
  const all = (text: string, params: ReadonlyArray<unknown>) =>
    Effect.withFiber((fiber) => runNow(text, params, fiber.getRef(SynchronousCommit)))
  const execute: SqlConnection.Connection["execute"] = (text, params, transform) =>
    transform === undefined ? all(text, params) : Effect.map(all(text, params), transform)
  const values: SqlConnection.Connection["executeValues"] = (text, params) =>
    Effect.map(all(text, params), (rows) => rows.map((row) => Object.values(row)))
  return {
    execute,
    executeUnprepared: execute,
    executeValues: values,
    executeValuesUnprepared: values,
    executeRaw: (text, params) => attempt("run a statement", () => prepare(text).statement.run(...params.map(toInput))),
    executeStream: (text, params, transform) => Stream.fromIterableEffect(execute(text, params, transform))
  }
}

/**
 * The connection of statements outside of transactions. They run synchronously, so they skip the queue unless a
 * transaction is open or its end has failed.
 */
const withoutQueue = (
  database: DatabaseSync,
  runNow: RunStatement,
  queued: SqlConnection.Borrower
): SqlConnection.Connection => ({
  execute: (text, params, transform) =>
    // The check and the statement must run without a yield between them.
    Effect.withFiber((fiber) => {
      if (database.isTransaction) return queued((connection) => connection.execute(text, params, transform))
      const ran = runNow(text, params, fiber.getRef(SynchronousCommit))
      return transform === undefined ? ran : Exit.map(ran, transform)
    }),
  executeUnprepared: (text, params, transform) =>
    queued((connection) => connection.executeUnprepared(text, params, transform)),
  executeValues: (text, params) => queued((connection) => connection.executeValues(text, params)),
  executeValuesUnprepared: (text, params) => queued((connection) => connection.executeValuesUnprepared(text, params)),
  executeRaw: (text, params) => queued((connection) => connection.executeRaw(text, params)),
  executeStream: (text, params, transform) =>
    Stream.fromIterableEffect(queued((connection) => connection.execute(text, params, transform)))
})

/**
 * The statement that begins transactions. By default they reserve the file for their writes: one that reads before it
 * writes would otherwise fail when another process wrote between. `BEGIN` lets other processes write meanwhile, for
 * long transactions that only read.
 */
export const BeginTransaction = Context.Reference<"BEGIN IMMEDIATE" | "BEGIN">("keystile/service/BeginTransaction", {
  defaultValue: () => "BEGIN IMMEDIATE"
})

/** A client for an open database. */
export const layerOf = (database: DatabaseSync): Layer.Layer<SqlClient.SqlClient> =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.gen(function* () {
      const run = makeRunNow(database)
      const acquirers = SqlClient.makeSqliteAcquirers({
        connection: Effect.succeed(makeConnection(run)),
        semaphore: yield* Semaphore.make(1),
        isTransaction: () => database.isTransaction
      })
      const unqueued = withoutQueue(database, run.runNow, acquirers.borrower)
      return yield* SqlClient.make({
        ...acquirers,
        borrower: (use) => use(unqueued),
        compiler: Statement.makeCompilerSqlite(),
        driver: "node-sqlite",
        beginTransaction: yield* BeginTransaction,
        spanAttributes: []
      })
    })
  ).pipe(Layer.provide(Reactivity.layer))

/** A client for the database at a path, or `:memory:`. */
export const layer = (path: string): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError> =>
  Layer.unwrap(Effect.map(open(path), layerOf))
