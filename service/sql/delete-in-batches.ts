/** Deletes many rows in statements of a bounded number of rows. */
import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import { retryOnConflict } from "./retry-on-conflict.ts"

/**
 * The number of rows that one statement deletes at most. On SQLite a statement blocks the event loop, here for 2 ms
 * (200 rows: 14 ms).
 */
export const DELETE_BATCH = 50

/**
 * Runs a statement that deletes and returns at most `DELETE_BATCH` rows until it deletes fewer. Returns the number of
 * deleted rows. Each statement is a transaction of its own.
 */
export const deleteInBatches = Effect.fnUntraced(function* (
  statement: Effect.Effect<ReadonlyArray<object>, SqlError.SqlError>
) {
  let deleted = 0
  while (true) {
    const rows = yield* Effect.orDie(retryOnConflict(statement))
    deleted += rows.length
    if (rows.length < DELETE_BATCH) return deleted
    // Requests are handled between two batches.
    yield* Effect.yieldNow
  }
})
