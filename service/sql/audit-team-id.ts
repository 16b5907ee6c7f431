import type { SqlClient, Statement } from "effect/sql"

/** The team that an entry of the audit log is about; NULL without one. The index has the same expression. */
export const auditTeamId = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () => sql`(targets::jsonb ->> 'team_id') COLLATE "C"`,
    orElse: () => sql`json_extract(targets, '$.team_id')`
  })
