/** Recognizes failures of an unavailable database. */
import { SqlError } from "effect/sql"
import { explainPostgres } from "./postgres-errors.ts"
import { sqliteProblem } from "./sqlite-problem.ts"

/**
 * PostgreSQL's states for read-only (25006), a full disk (53100) and an I/O error (58030), and for prepared
 * statements of another connection (26000, 42P05).
 */
const postgresStates: ReadonlySet<unknown> = new Set(["25006", "26000", "42P05", "53100", "58030"])

/** Returns why the database refuses statements, in one line; `null` for any other failure. */
export const outageReason = (failure: unknown): string | null => {
  if (!(failure instanceof SqlError.SqlError)) return null
  const { _tag, cause } = failure.reason
  if (cause instanceof Error && "errcode" in cause) return sqliteProblem(cause) ?? null
  switch (_tag) {
    case "ConnectionError":
      return explainPostgres(cause)
    case "DeadlockError":
    case "SerializationError":
    case "LockTimeoutError":
      return "too many processes want the same thing at once."
    case "StatementTimeoutError":
      return "a statement reached the server's time limit. Look for locks and slow statements there."
    default:
      return cause instanceof Error && "code" in cause && postgresStates.has(cause.code) ? explainPostgres(cause) : null
  }
}
