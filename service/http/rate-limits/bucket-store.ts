/**
 * The SQL of token buckets that several processes share, on PostgreSQL. A row holds the time at which its bucket is
 * full again (the generic cell rate algorithm), so that one statement checks and takes.
 */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { rowsOf, run } from "../../sql/rows.ts"
import { intervalOf, type LimitBuckets, PRUNE_INTERVAL } from "./limit-buckets.ts"

/** The number of full buckets that one request deletes at most. */
const PRUNE_BATCH = 500

const rows = rowsOf(Schema.Struct({ full_at: Schema.Finite }))

/** Stores buckets in a PostgreSQL database. */
export const makeSharedBuckets = (sql: SqlClient.SqlClient): LimitBuckets => {
  let prunedAt = -Infinity

  return {
    take: Effect.fnUntraced(function* ({ key, rate }, now) {
      const interval = intervalOf(rate)
      const room = rate.burst * interval
      if (Math.abs(now - prunedAt) >= PRUNE_INTERVAL) {
        prunedAt = now
        // By the physical row: for a list of keys PostgreSQL reads the whole table.
        const deleted = yield* rows.all(sql`
          DELETE FROM limit_buckets WHERE ctid = ANY (ARRAY (
            SELECT ctid FROM limit_buckets WHERE full_at <= ${now} LIMIT ${PRUNE_BATCH} FOR UPDATE SKIP LOCKED
          ))
          RETURNING full_at`)
        // There are more: the next request deletes them.
        if (deleted.length === PRUNE_BATCH) prunedAt = -Infinity
      }
      const taken = yield* rows.first(sql`
        INSERT INTO limit_buckets (key, full_at) VALUES (${key}, ${now + interval})
        ON CONFLICT (key) DO UPDATE SET full_at = greatest(limit_buckets.full_at, ${now}) + ${interval}
        WHERE limit_buckets.full_at + ${interval} <= ${now + room}
        RETURNING full_at`)
      if (taken !== null) return 0
      const found = yield* rows.first(sql`SELECT full_at FROM limit_buckets WHERE key = ${key}`)
      // Another process may have returned a token since. The next call can take it.
      if (found === null) return 1
      // An empty bucket is full after `room`. A later time was stored before the clock was set back.
      const emptied = now + room
      if (found.full_at > emptied) {
        yield* run(sql`UPDATE limit_buckets SET full_at = ${emptied} WHERE key = ${key} AND full_at > ${emptied}`)
      }
      return Math.max(1, Math.min(found.full_at, emptied) + interval - emptied)
    }),
    giveBack: ({ key, rate }, _now, tokens) =>
      run(sql`UPDATE limit_buckets SET full_at = full_at - ${tokens * intervalOf(rate)} WHERE key = ${key}`)
  }
}
