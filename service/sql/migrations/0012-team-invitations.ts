/**
 * Which team an invitation leads into. Its code stands among all other codes; without its row here that code is good
 * for nothing, so an invitation ends with its team.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const teamInvitations = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    CREATE TABLE team_invitations (
      id TEXT PRIMARY KEY REFERENCES verification_codes (id) ON DELETE CASCADE,
      project_id TEXT NOT NULL,
      team_id TEXT NOT NULL,
      recipient_email TEXT NOT NULL,
      FOREIGN KEY (project_id, team_id) REFERENCES teams (project_id, id) ON DELETE CASCADE
    ) STRICT`
  yield* sql`CREATE INDEX invitations_of_team ON team_invitations (project_id, team_id)`
})
