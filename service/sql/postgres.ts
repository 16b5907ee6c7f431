/** Effect's `SqlClient` over `pg`: a pool of connections, on each of which a statement is prepared once. */
import { Effect, Layer, Redacted, type Scope, Stream } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlConnection, SqlError, Statement } from "effect/sql"
import { type ClientBase, Pool, types as postgresTypes } from "pg"
import { postgresReason } from "./postgres-errors.ts"

/** Connections of one process. A request needs one at a time, and many processes may share one server. */
const MAX_CONNECTIONS = 10

/** How long to wait for a connection, in milliseconds: a client that asks again does better than one that hangs. */
const CONNECT_TIMEOUT = 5000

/** A statement that takes longer is stuck, a transaction that lies still has lost its process; in milliseconds. */
const STATEMENT_TIMEOUT = 30_000

/** All statements are written out in the stores, so this is never reached; it bounds what a mistake could cost. */
const MAX_PREPARED = 1000

/** Reads what the server sends into what SQLite gives for the same statement. */
const types = {
  getTypeParser: (oid: number): (text: string) => unknown => {
    switch (oid) {
      case postgresTypes.builtins.BOOL:
        return (text) => text === "t" ? 1 : 0
      case postgresTypes.builtins.INT2:
      case postgresTypes.builtins.INT4:
      case postgresTypes.builtins.INT8:
      case postgresTypes.builtins.FLOAT4:
      case postgresTypes.builtins.FLOAT8:
      case postgresTypes.builtins.NUMERIC:
        return Number
      default:
        return (text) => text
    }
  }
}

/** How a value of a statement goes to the server, which knows the type that its place has. */
const toInput = (value: unknown): string | number | bigint | Uint8Array | null => {
  if (value === null || value === undefined) return null
  if (typeof value === "boolean") return Number(value)
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`A ${typeof value} cannot be stored in PostgreSQL`)
}

const attempt = <A>(operation: string, run: () => Promise<A>): Effect.Effect<A, SqlError.SqlError> =>
  Effect.tryPromise({
    try: run,
    catch: (cause) =>
      new SqlError.SqlError({
        reason: postgresReason(cause, { message: `PostgreSQL could not ${operation}`, operation })
      })
  })

/** A pool that is closed with the scope. */
const open = (url: Redacted.Redacted<string>): Effect.Effect<Pool, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const pool = new Pool({
        connectionString: Redacted.value(url),
        application_name: "keystile",
        max: MAX_CONNECTIONS,
        connectionTimeoutMillis: CONNECT_TIMEOUT,
        statement_timeout: STATEMENT_TIMEOUT,
        idle_in_transaction_session_timeout: STATEMENT_TIMEOUT,
        keepAlive: true,
        types
      })
      // A connection that breaks fails the statement that runs on it; one without a statement is only forgotten.
      pool.on("error", () => {})
      pool.on("connect", (client) => client.on("error", () => {}))
      return pool
    }),
    (pool) => Effect.promise(() => pool.end())
  )

/** Short names for statements, the same on all connections. */
const makeNames = () => {
  const names = new Map<string, string>()
  return (text: string): string => {
    const known = names.get(text)
    if (known !== undefined) return known
    const name = `s${names.size}`
    if (names.size < MAX_PREPARED) names.set(text, name)
    return names.size < MAX_PREPARED ? name : ""
  }
}

type Runner = Pick<ClientBase, "query">

const makeConnection = (runner: Runner, nameOf: (text: string) => string): SqlConnection.Connection => {
  const query = (text: string, params: ReadonlyArray<unknown>, name: string) =>
    attempt("run a statement", () => runner.query({ ...(name !== "" && { name }), text, values: params.map(toInput) }))
  const rowsBy = (name: (text: string) => string): SqlConnection.Connection["execute"] => (text, params, transform) =>
    Effect.map(query(text, params, name(text)), ({ rows }) => transform === undefined ? rows : transform(rows))
  const valuesBy = (name: (text: string) => string): SqlConnection.Connection["executeValues"] => (text, params) =>
    Effect.map(query(text, params, name(text)), ({ rows }) => rows.map((row: object) => Object.values(row)))
  const unnamed = () => ""
  const execute = rowsBy(nameOf)
  return {
    execute,
    executeUnprepared: rowsBy(unnamed),
    executeValues: valuesBy(nameOf),
    executeValuesUnprepared: valuesBy(unnamed),
    executeRaw: (text, params) => query(text, params, nameOf(text)),
    executeStream: (text, params, transform) => Stream.fromIterableEffect(execute(text, params, transform))
  }
}

/** A connection of its own until the scope ends. The pool itself drops one that has broken. */
const lease = (pool: Pool, nameOf: (text: string) => string) =>
  Effect.map(
    Effect.acquireRelease(
      attempt("connect", () => pool.connect()),
      (client) => Effect.sync(() => client.release())
    ),
    (client) => makeConnection(client, nameOf)
  )

/** A client for the database behind a URL. */
export const layer = (url: Redacted.Redacted<string>): Layer.Layer<SqlClient.SqlClient> =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.gen(function*() {
      const pool = yield* open(url)
      const nameOf = makeNames()
      const shared = makeConnection(pool, nameOf)
      return yield* SqlClient.make({
        acquirer: Effect.succeed(shared),
        borrower: (use) => use(shared),
        transactionAcquirer: lease(pool, nameOf),
        compiler: Statement.makeCompiler({
          dialect: "pg",
          placeholder: (index) => `$${index}`,
          onIdentifier: Statement.defaultEscape("\""),
          onRecordUpdate: () => ["", []],
          onCustom: () => ["", []]
        }),
        driver: "node-postgres",
        // As on SQLite: what a transaction has read stays true until it ends, or it is run again.
        beginTransaction: "BEGIN ISOLATION LEVEL SERIALIZABLE",
        releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
        spanAttributes: []
      })
    })
  ).pipe(Layer.provide(Reactivity.layer))
