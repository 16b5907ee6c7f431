/**
 * The SQL that tables of pending work share. Such a table has the columns `state`, `due_at`, `claim` and `rowid`.
 * `due_at` is the time of the next attempt. During an attempt `claim` identifies it, and `due_at` is the time after
 * which another process may retry.
 */
import type { SqlClient, Statement } from "effect/sql"
import { skipLocked } from "../sql/dialect.ts"

export interface QueueTable {
  readonly table: string
  /** The column that identifies a row within its lane. */
  readonly key: string
  /** The column of the lane (`queue-dispatcher.ts`). */
  readonly lane: string
}

export interface QueueClaim {
  /** A unique id of the claim. */
  readonly claim: string
  readonly lane: string
  /** Epoch milliseconds. */
  readonly now: number
  /** When the claim expires, in epoch milliseconds: the process that made it has died. */
  readonly until: number
  readonly limit: number
}

/** Claims due rows of a lane, the oldest first. Rows that another process claims at the same time are skipped. */
export const claimDue = (
  sql: SqlClient.SqlClient,
  { key, lane, table }: QueueTable,
  claim: QueueClaim,
  columns: Statement.Fragment
) =>
  sql`
    UPDATE ${sql(table)} SET claim = ${claim.claim}, due_at = ${claim.until}
    WHERE ${sql(lane)} = ${claim.lane} AND state = 'pending' AND ${sql(key)} IN (
      SELECT ${sql(key)} FROM ${sql(table)}
      WHERE ${sql(lane)} = ${claim.lane} AND state = 'pending' AND due_at <= ${claim.now}
      ORDER BY due_at, rowid LIMIT ${claim.limit} ${skipLocked(sql)}
    )
    RETURNING ${columns}`
