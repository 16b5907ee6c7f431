/**
 * Creates the table of team invitations. The code of an invitation is in the table of verification codes. It is invalid
 * without a row in this table, so the deletion of a team ends its invitations.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const teamInvitations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { strict, text } = yield* columnTypes

  yield* sql`
    CREATE TABLE team_invitations (
      id ${text} PRIMARY KEY REFERENCES verification_codes (id) ON DELETE CASCADE,
      project_id ${text} NOT NULL,
      team_id ${text} NOT NULL,
      recipient_email ${text} NOT NULL,
      FOREIGN KEY (project_id, team_id) REFERENCES teams (project_id, id) ON DELETE CASCADE
    ) ${strict}`
  yield* sql`CREATE INDEX invitations_of_team ON team_invitations (project_id, team_id)`
})
