/** Adds indexes by which the audit log of a team, and of an action, are read in order. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { auditTeamId } from "../audit-team-id.ts"

export const auditFilters = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // On an expression: the rows cannot be changed, so a new column would be empty in those that exist.
  const teamId = auditTeamId(sql)
  yield* sql`
    CREATE INDEX audit_log_team ON audit_log (project_id, (${teamId}), created_at, position)
    WHERE (${teamId}) IS NOT NULL`
  yield* sql`CREATE INDEX audit_log_action ON audit_log (project_id, action, created_at, position)`
})
