/** Deletes many rows in statements of a bounded number of rows. */
import { Duration, Effect } from "effect"
import type { SqlError } from "effect/sql"
import { retryOnConflict } from "./retry-on-conflict.ts"

/**
 * The number of rows that one statement deletes at most. On SQLite a statement blocks the event loop, here for 2 ms
 * (200 rows: 14 ms).
 */
export const DELETE_BATCH = 50

/**
 * The pause after a batch, as a multiple of the batch's duration, so that deletion takes a tenth of the time. Without a
 * pause, a request waits for a batch in each round of the event loop: while a million rows were deleted on SQLite,
 * `GET /users/me` took 5 ms instead of 1 ms.
 *
 * A batch of 2 ms every 20 ms deletes 2,500 rows a second, which is 200 million a day.
 */
const PAUSE_FACTOR = 9

/** Deletes at least 25 million rows a day, even if batches take 50 ms on a busy database. */
const LONGEST_PAUSE = Duration.millis(100)

/**
 * Runs a deletion of at most `DELETE_BATCH` rows until it deletes fewer, with pauses in which requests are handled.
 * Returns the number of deleted rows.
 *
 * @param batch returns the number of deleted rows
 */
export const repeatInBatches = Effect.fnUntraced(function* <E, R>(batch: Effect.Effect<number, E, R>) {
  let deleted = 0
  while (true) {
    const [duration, count] = yield* Effect.timed(batch)
    deleted += count
    if (count < DELETE_BATCH) return deleted
    yield* Effect.yieldNow
    yield* Effect.sleep(Duration.min(Duration.times(duration, PAUSE_FACTOR), LONGEST_PAUSE))
  }
})

/**
 * Runs a statement that deletes and returns at most `DELETE_BATCH` rows until it deletes fewer. Returns the number of
 * deleted rows. Each statement is a transaction of its own.
 */
export const deleteInBatches = (statement: Effect.Effect<ReadonlyArray<object>, SqlError.SqlError>) =>
  repeatInBatches(Effect.map(Effect.orDie(retryOnConflict(statement)), (rows) => rows.length))
