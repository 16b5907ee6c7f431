/** Foreign key violations: the row that a statement refers to was deleted after it was read. */
import { Data, Effect } from "effect"
import { SqlError } from "effect/sql"

/** PostgreSQL: foreign_key_violation. */
const POSTGRES_STATE = "23503"

/** SQLite: SQLITE_CONSTRAINT_FOREIGNKEY (https://www.sqlite.org/rescode.html). */
const SQLITE_CODE = 787

/**
 * The defect of a statement that does not find the row to which the next statement refers. Counts as a foreign key
 * violation.
 */
export class ReferredRowDeleted extends Data.TaggedError("ReferredRowDeleted")<{ readonly table: string }> {
  override get message(): string {
    return `A row of ${this.table} was deleted after it was read`
  }
}

const isForeignKeyViolation = (failure: unknown): boolean => {
  if (failure instanceof ReferredRowDeleted) return true
  if (!(failure instanceof SqlError.SqlError)) return false
  const { cause } = failure.reason
  if (!(cause instanceof Error)) return false
  return ("code" in cause && cause.code === POSTGRES_STATE) || ("errcode" in cause && cause.errcode === SQLITE_CODE)
}

/**
 * Runs `again` when the effect fails with a foreign key violation: the second run does not find the deleted row, and
 * responds as if it had started after the deletion. A violation in the second run is a defect.
 */
export const retryAfterDeletion = <A, E, R, E2, R2>(
  effect: Effect.Effect<A, E, R>,
  again: Effect.Effect<A, E2, R2>
): Effect.Effect<A, E | E2, R | R2> =>
  Effect.catchDefect(effect, (defect): Effect.Effect<A, E2, R2> =>
    isForeignKeyViolation(defect) ? again : Effect.die(defect)
  )
