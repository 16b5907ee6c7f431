/**
 * Compares the position of a standby with that of its primary in the write-ahead log.
 *
 * A standby shows a transaction once it has replayed the record of its commit, and it replays records in the order of
 * the log. So a statement that starts on the standby after it has replayed a position sees every commit before that
 * position.
 */
import { Data, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { rowsOf } from "../rows.ts"

/** Identifies a database, and the history of its server since the last failover. */
const identity = {
  system: Schema.String,
  database: Schema.Number,
  schema: Schema.NullOr(Schema.String),
  timeline: Schema.NullOr(Schema.Number)
}

const Primary = rowsOf(Schema.Struct({ ...identity, position: Schema.String }))
const Standby = rowsOf(
  Schema.Struct({ ...identity, isStandby: Schema.BooleanFromBit, bytesBehind: Schema.NullOr(Schema.Number) })
)

/** A position in the write-ahead log of the primary. */
interface LogPosition {
  readonly system: string
  readonly database: number
  readonly schema: string | null
  readonly timeline: number | null
  readonly position: string
}

/** Reads from the standby would be wrong or outdated. */
export class StandbyUnusable extends Data.TaggedError("StandbyUnusable")<{
  /** `unfit`: it is no standby of the database. */
  readonly reason: "behind" | "unfit"
  /** One sentence. */
  readonly problem: string
}> {}

const unfitStandby = (problem: string) => new StandbyUnusable({ reason: "unfit", problem })

const identityIn = (sql: SqlClient.SqlClient) => sql`
  (SELECT system_identifier::text FROM pg_control_system()) AS system,
  (SELECT oid::int8 FROM pg_database WHERE datname = current_database()) AS database,
  current_schema()::text AS schema
`

/**
 * Reads the end of the primary's write-ahead log, behind which no confirmed commit is. Commits are confirmed once they
 * are flushed, except with `synchronous_commit=off`. Standbys receive what is flushed.
 */
export const readPosition = (sql: SqlClient.SqlClient): Effect.Effect<LogPosition> =>
  Effect.flatMap(
    Primary.first(sql`
      SELECT ${identityIn(sql)},
        ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int8 AS timeline,
        (CASE current_setting('synchronous_commit')
          WHEN 'off' THEN pg_current_wal_insert_lsn()
          ELSE pg_current_wal_flush_lsn()
        END)::text AS position
    `),
    (found) => (found === null ? Effect.die(new Error("PostgreSQL returned no position")) : Effect.succeed(found))
  )

/** Fails unless the server is a standby of the primary, and has replayed the position. */
export const requireReplayed = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, primary: LogPosition) {
  const standby = yield* Standby.first(sql`
    SELECT ${identityIn(sql)},
      (SELECT timeline_id::int8 FROM pg_control_checkpoint()) AS timeline,
      pg_is_in_recovery() AS "isStandby",
      pg_wal_lsn_diff(${primary.position}::pg_lsn, pg_last_wal_replay_lsn())::float8 AS "bytesBehind"
  `)
  if (standby === null || !standby.isStandby) {
    return yield* unfitStandby("it is no standby: it does not replicate another server.")
  }
  if (standby.system !== primary.system)
    return yield* unfitStandby("it replicates another server than that of the database.")
  if (standby.database !== primary.database) return yield* unfitStandby("it is another database of the same server.")
  if (standby.schema !== primary.schema) {
    return yield* unfitStandby("the search path of its user leads to another schema than in the database.")
  }
  if (standby.timeline !== primary.timeline) {
    return yield* unfitStandby(
      "it has no restartpoint since the last failover of the database, or follows the old primary."
    )
  }
  if (standby.bytesBehind === null || standby.bytesBehind > 0) {
    return yield* new StandbyUnusable({
      reason: "behind",
      problem: `it is ${standby.bytesBehind ?? "an unknown number of"} bytes of the write-ahead log behind.`
    })
  }
})
