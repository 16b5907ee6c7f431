/**
 * Effect's `SqlClient` over `pg`: a pool of connections, on each of which a statement is prepared once.
 *
 * `@effect/sql-pg` 4.0.5 needs no `pg`, but takes more processor time here (two processors, November 2026). Its pool
 * has no time limit for a connection, which the 503 of an exhausted pool needs. With `Effect.timeout` around it, a
 * statement takes 150 µs instead of 105 and a transaction 297 µs instead of 245; a token refresh takes 1.2 times as
 * long, a page of users 1.4 times. It ignores `sslrootcert`, `sslcert` and `sslkey` of the URL, and its client cannot
 * begin transactions as `SERIALIZABLE`, so most of this file would remain. Bundled, it is 79 KB instead of 86 KB.
 */
import { Effect, Layer, Redacted, type Scope, Stream } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient, type SqlConnection, SqlError, Statement } from "effect/sql"
import { Pool, type QueryConfig, type QueryResult, types as postgresTypes } from "pg"
import { isBehindPgBouncer, withSettings } from "./postgres-database.ts"
import { Gauges } from "../process/gauges.ts"
import { isStaleStatement, MAX_CONNECTIONS, PoolBusy, postgresReason } from "./postgres-errors.ts"
import { REMOVE_STATEMENT_LIMIT } from "./statement-limit.ts"

/** The time limit for a connection of the pool, in milliseconds. After it the response is 503 with Retry-After. */
const CONNECT_TIMEOUT = 5000

/** The server's timeout of statements and of idle transactions, in milliseconds. */
const STATEMENT_TIMEOUT = 30_000

/** The time after which an idle connection is probed, in milliseconds. One whose host is lost breaks 10 seconds later. */
const KEEP_ALIVE_DELAY = 30_000

/** The longest time limit that a timer of Node has, in milliseconds: 24 days. */
const NO_LIMIT = 2 ** 31 - 1

/**
 * The maximum number of names of prepared statements. The stores have fewer, so this limits the effect of a bug only.
 */
const MAX_PREPARED = 1000

/** Decodes values of the server as SQLite returns them for the same statement. */
const types = {
  getTypeParser: (oid: number): ((text: string) => unknown) => {
    switch (oid) {
      case postgresTypes.builtins.BOOL:
        return (text) => (text === "t" ? 1 : 0)
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

/** Encodes a value for the server, which infers its type from the statement. */
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

/** `pg-pool` has one message for both an exhausted pool and a server that does not respond. */
const isTimeout = (cause: unknown) =>
  cause instanceof Error && cause.message === "timeout exceeded when trying to connect"

/**
 * Runs a function that requires a connection. Fails with `PoolBusy` when all connections were in use for the whole
 * timeout.
 */
type WithConnection = <A>(use: () => Promise<A>) => Promise<A>

/** Counts the open connections: the pool's own count includes those that are not connected yet. */
const watchBusy = (pool: Pool): WithConnection => {
  const connected = new Set<unknown>()
  pool.on("connect", (client) => connected.add(client))
  pool.on("remove", (client) => connected.delete(client))
  return async (use) => {
    try {
      return await use()
    } catch (cause) {
      throw isTimeout(cause) && connected.size >= MAX_CONNECTIONS ? new PoolBusy() : cause
    }
  }
}

/** The parts of a client that differ between the database and its read replica. */
interface ClientRole {
  /** The name of the metric of the pool. */
  readonly gauge: string
  readonly beginTransaction: string
  /** In milliseconds, see `CONNECT_TIMEOUT`. */
  readonly connectTimeout: number
  /** The time in milliseconds after the server's limit for a statement, when the client ends the connection. */
  readonly grace: number
  /** The client's limit for the statements that begin and end a transaction, in milliseconds. Default: that of all. */
  readonly controlTimeout?: number
  /** The transaction of another client, whose statements then run on the connection of this one. */
  readonly transactionService?: SqlClient.SqlClient["transactionService"]
}

const database: ClientRole = {
  gauge: "keystile_database_pool",
  // As on SQLite: what a transaction has read is valid until it ends, or it is retried.
  beginTransaction: "BEGIN ISOLATION LEVEL SERIALIZABLE",
  connectTimeout: CONNECT_TIMEOUT,
  grace: 5000
}

/** The same without waiting long: the database is read instead. */
const replica: ClientRole = {
  gauge: "keystile_replica_pool",
  // Each statement sees what is replayed when it starts. A standby has no SERIALIZABLE.
  beginTransaction: "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY",
  connectTimeout: 1000,
  grace: 0,
  controlTimeout: 2000
}

/** Returns the server's time limit for a statement, in milliseconds. The URL may have another one; 0: none. */
const statementTimeoutOf = (url: string): number => {
  const given = Number.parseInt(URL.parse(url)?.searchParams.get("statement_timeout") ?? "")
  return Number.isNaN(given) ? STATEMENT_TIMEOUT : given
}

/**
 * Returns the client's time limit for a statement, in milliseconds; 0: none. A server that is suspended or lost never
 * responds, and its connections do not break by themselves for 15 minutes.
 */
const clientTimeoutOf = (url: string, grace: number): number => {
  const ofServer = statementTimeoutOf(url)
  return ofServer === 0 ? 0 : ofServer + grace
}

/** Opens a pool, which closes with the scope. */
const open = (
  url: Redacted.Redacted<string>,
  { connectTimeout, grace }: ClientRole
): Effect.Effect<Pool, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const pool = new Pool({
        connectionString: withSettings(Redacted.value(url)),
        application_name: "keystile",
        max: MAX_CONNECTIONS,
        connectionTimeoutMillis: connectTimeout,
        query_timeout: clientTimeoutOf(Redacted.value(url), grace),
        ...(!isBehindPgBouncer(Redacted.value(url)) && {
          statement_timeout: STATEMENT_TIMEOUT,
          idle_in_transaction_session_timeout: STATEMENT_TIMEOUT
        }),
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
        types
      })
      // A broken connection fails its current statement. If it was idle, the pool replaces it.
      pool.on("error", () => {})
      pool.on("connect", (client) => client.on("error", () => {}))
      return pool
    }),
    (pool) => Effect.promise(() => pool.end())
  )

const publishPool = Effect.fnUntraced(function* (pool: Pool, name: string) {
  const { publish } = yield* Gauges
  const description = "Connections to PostgreSQL, and statements that wait for one."
  publish({ name, description, labels: { state: "open" }, read: () => pool.totalCount })
  publish({ name, description, labels: { state: "idle" }, read: () => pool.idleCount })
  publish({ name, description, labels: { state: "waiting" }, read: () => pool.waitingCount })
})

/** Names of the prepared statements of a client, the same on all connections. An empty name: not prepared. */
interface StatementNames {
  readonly nameOf: (text: string) => string
  /** Renames all statements, so that each connection prepares them anew, unless it was done since this query. */
  readonly renew: (stale: QueryConfig) => void
}

/** PgBouncer may run each statement on another connection. */
const unnamedStatements: StatementNames = { nameOf: () => "", renew: () => {} }

/**
 * Makes short names. A connection keeps the statements of former names until it is closed, at most one set for each
 * migration while the process runs.
 */
const makeNames = (): StatementNames => {
  const names = new Map<string, string>()
  let generation = 0
  return {
    nameOf: (text) => {
      const known = names.get(text)
      if (known !== undefined) return known
      if (names.size === MAX_PREPARED) return ""
      const name = `s${names.size}g${generation}`
      names.set(text, name)
      return name
    },
    renew: ({ name, text }) => {
      if (names.get(text) !== name) return
      generation++
      names.clear()
    }
  }
}

/** A statement with its time limit in milliseconds, which the types of `pg` lack. */
interface TimedQuery extends QueryConfig {
  readonly query_timeout?: number
}

const makeConnection = (
  runQuery: (query: TimedQuery) => Promise<QueryResult>,
  nameOf: (text: string) => string,
  controlTimeout?: number
): SqlConnection.Connection => {
  const query = (text: string, params: ReadonlyArray<unknown>, name: string, timeout?: number) =>
    attempt("run a statement", () =>
      runQuery({
        ...(name !== "" && { name }),
        ...(timeout !== undefined && { query_timeout: timeout }),
        text,
        values: params.map(toInput)
      })
    )
  const rowsBy =
    (name: (text: string) => string, timeout?: number): SqlConnection.Connection["execute"] =>
    (text, params, transform) =>
      Effect.map(query(text, params, name(text), timeout), ({ rows }) =>
        transform === undefined ? rows : transform(rows)
      )
  const valuesBy =
    (name: (text: string) => string): SqlConnection.Connection["executeValues"] =>
    (text, params) =>
      Effect.map(query(text, params, name(text)), ({ rows }) => rows.map((row: object) => Object.values(row)))
  const unprepared = () => ""
  const execute = rowsBy(nameOf)
  return {
    execute,
    // Also begins and ends transactions.
    executeUnprepared: rowsBy(unprepared, controlTimeout),
    executeValues: valuesBy(nameOf),
    executeValuesUnprepared: valuesBy(unprepared),
    executeRaw: (text, params) => query(text, params, nameOf(text)),
    executeStream: (text, params, transform) => Stream.fromIterableEffect(execute(text, params, transform))
  }
}

/** `pg` has no code for it. */
const isReadTimeout = (cause: unknown) => cause instanceof Error && cause.message === "Query read timeout"

/** Runs each statement on any connection. The pool removes one whose statement has failed. */
const share = (pool: Pool, withConnection: WithConnection, { nameOf, renew }: StatementNames) => {
  const run = (query: TimedQuery) => withConnection(() => pool.query(query))
  return makeConnection(async (query) => {
    try {
      return await run(query)
    } catch (cause) {
      if (!isStaleStatement(cause)) throw cause
      // The server has refused the statement before it ran.
      renew(query)
      return run({ ...query, name: nameOf(query.text) })
    }
  }, nameOf)
}

interface LeaseState {
  /** True if the pool has to remove the connection. */
  isSpent: boolean
  /** The error of a statement that the server may still run. `pg` would send the next one only after its response. */
  timeout: unknown
  hasLimit: boolean
}

/**
 * Reserves a connection until the scope ends. The pool removes broken ones itself, but neither those whose server may
 * still run a statement nor those with stale statements.
 */
const lease = (
  pool: Pool,
  withConnection: WithConnection,
  { nameOf, renew }: StatementNames,
  controlTimeout: number | undefined
) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.map(
        attempt("connect", () => withConnection(() => pool.connect())),
        (client) => {
          const state: LeaseState = { isSpent: false, timeout: null, hasLimit: true }
          return { client, state }
        }
      ),
      ({ client, state }) => Effect.sync(() => client.release(state.isSpent))
    ),
    ({ client, state }) =>
      makeConnection(
        async (query) => {
          if (state.timeout !== null) throw state.timeout
          try {
            const result = await client.query(state.hasLimit ? query : { ...query, query_timeout: NO_LIMIT })
            if (query.text === REMOVE_STATEMENT_LIMIT) state.hasLimit = false
            return result
          } catch (cause) {
            const isStale = isStaleStatement(cause)
            if (isStale) renew(query)
            if (isReadTimeout(cause)) state.timeout = cause
            state.isSpent ||= isStale || isReadTimeout(cause)
            throw cause
          }
        },
        nameOf,
        controlTimeout
      )
  )

const makeClient = Effect.fnUntraced(function* (url: Redacted.Redacted<string>, role: ClientRole) {
  const pool = yield* open(url, role)
  yield* publishPool(pool, role.gauge)
  const withConnection = watchBusy(pool)
  const names = isBehindPgBouncer(Redacted.value(url)) ? unnamedStatements : makeNames()
  const shared = share(pool, withConnection, names)
  return yield* SqlClient.make({
    acquirer: Effect.succeed(shared),
    borrower: (use) => use(shared),
    transactionAcquirer: lease(pool, withConnection, names, role.controlTimeout),
    ...(role.transactionService !== undefined && { transactionService: role.transactionService }),
    compiler: Statement.makeCompiler({
      dialect: "pg",
      placeholder: (index) => `$${index}`,
      onIdentifier: Statement.defaultEscape('"'),
      onRecordUpdate: () => ["", []],
      onCustom: () => ["", []]
    }),
    driver: "node-postgres",
    beginTransaction: role.beginTransaction,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: []
  })
})

/** A client for the database at a URL. */
export const layer = (url: Redacted.Redacted<string>): Layer.Layer<SqlClient.SqlClient> =>
  Layer.effect(SqlClient.SqlClient, makeClient(url, database)).pipe(Layer.provide(Reactivity.layer))

/** Makes a client whose transactions read from a replica, also for the statements of the database's own client. */
export const makeReplica = (url: Redacted.Redacted<string>, { transactionService }: SqlClient.SqlClient) =>
  Effect.provide(makeClient(url, { ...replica, transactionService }), Reactivity.layer)
