import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { run } from "../../sql/rows.ts"

interface Activity {
  readonly projectId: string
  readonly userId: string
  /** Epoch milliseconds. */
  readonly now: number
  /** The number of days since 1 January 1970, in UTC. */
  readonly day: number
}

/**
 * Stores the time and the day of a user's last activity. Metrics do not count anonymous users, so their days are not
 * stored. PostgreSQL does both in one statement, which saves the round
 * trips of a transaction. SQLite does not support such a statement and has no round trips.
 */
export const recordActivity = (
  sql: SqlClient.SqlClient,
  { day, now, projectId, userId }: Activity
): Effect.Effect<void> => {
  const seen = sql`UPDATE users SET last_active_at = ${now} WHERE project_id = ${projectId} AND id = ${userId}`
  const dayOf = (users: Statement.Fragment) =>
    sql`
      INSERT INTO user_activity (project_id, user_id, day)
      SELECT project_id, id, ${day} FROM ${users} AND is_anonymous = 0
      ON CONFLICT (project_id, day, user_id) DO NOTHING`
  return sql.onDialectOrElse({
    pg: () => run(sql`WITH seen AS (${seen} RETURNING project_id, id, is_anonymous) ${dayOf(sql`seen WHERE TRUE`)}`),
    orElse: () => Effect.andThen(run(seen), run(dayOf(sql`users WHERE project_id = ${projectId} AND id = ${userId}`)))
  })
}
