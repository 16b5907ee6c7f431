/** Classifies errors of PostgreSQL by SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
import { SqlError } from "effect/sql"
import { errorCode } from "../process/error-code.ts"

/** The maximum number of connections of one process. A request uses one at a time, and processes share the server. */
export const MAX_CONNECTIONS = 10

/** All connections of the pool were in use for the whole time limit of a request. */
export class PoolBusy extends Error {
  override readonly name = "PoolBusy"
}

/** The code of the server or of the system; empty without one. */
const constraintOf = (cause: unknown): string =>
  cause instanceof Error && "constraint" in cause && typeof cause.constraint === "string" ? cause.constraint : "unknown"

/** A SQLSTATE of five characters: the error came from the server. */
const isSqlState = (code: string) => /^[0-9A-Z]{5}$/.test(code)

/** Classes of states in which the server accepts no statements: connections, resources, operator intervention. */
const awayClasses = new Set(["08", "53", "57"])

const QUERY_CANCELED = "57014"

/**
 * True if a prepared statement would return other columns than when it was prepared, since a migration of a newer
 * version has added one. The connection refuses the statement until it is prepared anew. Recognized by the function of
 * the server, because SQLSTATE 0A000 has other causes and the message is translated.
 */
export const isStaleStatement = (cause: unknown): boolean =>
  errorCode(cause) === "0A000" &&
  cause instanceof Error &&
  "routine" in cause &&
  cause.routine === "RevalidateCachedQuery"

/** Converts a failure of `pg` to a reason of Effect's SQL errors. */
export const postgresReason = (
  cause: unknown,
  { message, operation }: { readonly message: string; readonly operation: string }
): SqlError.SqlErrorReason => {
  const props = { cause, message, operation }
  const code = errorCode(cause) ?? ""
  switch (code) {
    case "23505":
      return new SqlError.UniqueViolation({ ...props, constraint: constraintOf(cause) })
    case "40001":
      return new SqlError.SerializationError(props)
    case "40P01":
      return new SqlError.DeadlockError(props)
    case "55P03":
      return new SqlError.LockTimeoutError(props)
    case QUERY_CANCELED:
      return new SqlError.StatementTimeoutError(props)
    case "42501":
      return new SqlError.AuthorizationError(props)
  }
  // The transaction is aborted, as by a conflict, and succeeds when it is repeated.
  if (isStaleStatement(cause)) return new SqlError.SerializationError(props)
  if (code.startsWith("23")) return new SqlError.ConstraintError(props)
  if (code.startsWith("28")) return new SqlError.AuthenticationError(props)
  if (awayClasses.has(code.slice(0, 2)) && isSqlState(code)) return new SqlError.ConnectionError(props)
  if (code.startsWith("42")) return new SqlError.SqlSyntaxError(props)
  if (isSqlState(code)) return new SqlError.UnknownError(props)
  // Not from the server: the network, or `pg` itself, whose errors have no code.
  return new SqlError.ConnectionError(props)
}

const transactionMode = "the URL leads to PgBouncer in transaction mode. Add pgbouncer=true to its query."

const problems: Readonly<Record<string, string>> = {
  "08P01":
    "the server does not accept the connection's settings. If it is PgBouncer, add pgbouncer=true to the query of " +
    "the URL.",
  "26000": transactionMode,
  "42P05": transactionMode,
  ECONNREFUSED: "no server responds there.",
  ECONNRESET: "the server broke the connection off.",
  ENOENT: "no server responds there.",
  ENOTFOUND: "its host is not known.",
  EAI_AGAIN: "its host is not known.",
  EHOSTUNREACH: "its host cannot be reached.",
  ENETUNREACH: "its host cannot be reached.",
  ETIMEDOUT: "no server responds there.",
  ERR_INVALID_URL:
    "the URL cannot be read. It is written postgres://user:password@host:port/name, with special " +
    "characters of the password percent-encoded.",
  EACCES: "this user may not connect there.",
  EPERM: "this user may not connect there.",
  "28P01": "the server does not take this password.",
  "28000": "the server does not let this user in.",
  "3D000": "the server has no such database. Create it, for example with createdb.",
  "3F000": "it has no schema to create tables in.",
  "42501": "this user may not create tables and write there. The database's owner can grant it.",
  "53100": "the server's disk is full.",
  "53300": "the server has no connection left.",
  "55P03":
    "another transaction, for example that of pg_dump, has locked a table for more than 30 seconds. Start again when " +
    "it has ended.",
  "57P01": "the server is shutting down.",
  "57P03": "the server is starting up or shutting down.",
  "25006": "it can only be read: the server is a standby, or set to read-only."
}

/** The errors of `pg` without a code, whose own tests check these texts. */
const texts: ReadonlyArray<readonly [pattern: RegExp, problem: string]> = [
  [/timeout/i, "no server responds there in time."],
  [/does not support SSL/i, "the URL asks for TLS, which the server does not have."],
  [/password must be a/i, "the server asks for a password, and the URL has none."],
  [/certificate/i, "the server's certificate cannot be trusted."],
  [/terminated|ended|closed/i, "the server broke the connection off."]
]

/** Returns a failure in one line, without any part of the URL. */
export const explainPostgres = (cause: unknown): string => {
  if (cause instanceof PoolBusy) {
    return (
      `all ${MAX_CONNECTIONS} connections of this process are in use. ` +
      "Look for slow statements or locks on the server, or start more processes."
    )
  }
  // Each address of the host failed for its own reason.
  if (cause instanceof AggregateError && errorCode(cause) === null) return explainPostgres(cause.errors[0])
  const code = errorCode(cause) ?? ""
  const known = problems[code]
  if (known !== undefined) return known
  if (isSqlState(code) && cause instanceof Error) return `the server says ${cause.message} (${code}).`
  const found = cause instanceof Error ? texts.find(([pattern]) => pattern.test(cause.message)) : undefined
  return found?.[1] ?? `the system says ${code === "" ? "that the connection failed" : code}.`
}
