/** Effect's `SqlClient` over `node:sqlite`: one connection, each statement prepared once. */
import { Effect, Exit, Layer, type Scope, Semaphore, Stream } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlConnection, SqlError, Statement } from "effect/sql"
import { BUSY_TIMEOUT, retryWhileBusy } from "./retry-while-busy.ts"
import { SynchronousCommit } from "./synchronous-commit.ts"
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

const lower = (text: SQLOutputValue): SQLOutputValue => (typeof text === "string" ? text.toLowerCase() : text)

/** Opens a database and closes it with the scope. */
const open = (path: string): Effect.Effect<DatabaseSync, SqlError.SqlError, Scope.Scope> =>
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
        // A commit that was answered must survive the death of the process and of the machine.
        database.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
        database.exec(`PRAGMA cache_size = -${CACHE_KIB}`)
        // SQLite's own knows ASCII only; everybody else's database finds "Müller" by "MÜLLER".
        database.function("lower", { deterministic: true }, lower)
      })
  )

type Values = ReadonlyArray<SQLOutputValue>
type Row = Record<string, SQLOutputValue>

/** A statement that was prepared, and its rows. */
interface Prepared {
  readonly statement: StatementSync
  readonly rows: (inputs: ReadonlyArray<SQLInputValue>) => ReadonlyArray<Row>
}

/**
 * Rows by the names of their columns, each a copy of one empty row. The driver's own would be made name by name, and
 * every reader after it would look those names up in a table of each row.
 */
const prepareStatement = (database: DatabaseSync, text: string): Prepared => {
  const statement = database.prepare(text)
  statement.setReturnArrays(true)
  let empty: Row = {}
  let names: ReadonlyArray<string> = []
  // What a statement names can change with the schema, under another process.
  const readNames = () => {
    names = statement.columns().map(({ name }) => name)
    // Parsed, an object has its final shape at once.
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
    rows: (inputs) => (statement.all(...inputs) as ReadonlyArray<unknown> as ReadonlyArray<Values>).map(toRow)
  }
}

/** In one go: no other statement runs like that. */
const runWithoutWaiting = (database: DatabaseSync, { rows }: Prepared, inputs: ReadonlyArray<SQLInputValue>) => {
  database.exec("PRAGMA synchronous = NORMAL")
  try {
    return rows(inputs)
  } finally {
    database.exec("PRAGMA synchronous = FULL")
  }
}

/** Runs a statement at once. */
type RunNow = (
  text: string,
  params: ReadonlyArray<unknown>,
  waitsForDisk: boolean
) => Exit.Exit<ReadonlyArray<Row>, SqlError.SqlError>

const makeRunNow = (
  database: DatabaseSync
): { readonly runNow: RunNow; readonly prepare: (text: string) => Prepared } => {
  const prepared = new Map<string, Prepared>()
  const prepare = (text: string): Prepared => {
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
 * The connection of statements that are alone. One runs in one go, so while no transaction is open it needs no place in the
 * queue: `queued` puts it there when one is, or when the end of one has failed.
 */
const withoutQueue = (
  database: DatabaseSync,
  runNow: RunNow,
  queued: SqlConnection.Borrower
): SqlConnection.Connection => ({
  execute: (text, params, transform) =>
    // Nothing may come between looking and running.
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

/** A client for the database at a path, or `:memory:`. */
export const layer = (path: string): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError> =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.gen(function* () {
      const database = yield* open(path)
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
        // A transaction that reads first and writes later would otherwise fail when another process wrote between.
        beginTransaction: "BEGIN IMMEDIATE",
        spanAttributes: []
      })
    })
  ).pipe(Layer.provide(Reactivity.layer))
