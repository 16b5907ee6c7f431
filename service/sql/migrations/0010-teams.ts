/** Creates the tables of teams and team memberships. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const teams = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes

  yield* sql`
    CREATE TABLE teams (
      id ${text} PRIMARY KEY,
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      display_name ${text} NOT NULL,
      profile_image_url ${text},
      client_metadata ${text} NOT NULL,
      client_read_only_metadata ${text} NOT NULL,
      server_metadata ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      UNIQUE (project_id, id)
    ) ${strict}`
  yield* sql`CREATE INDEX teams_by_creation ON teams (project_id, created_at, id)`

  // The name and the image of a member in the team; NULL shows those of the user. Both foreign keys share the column
  // `project_id`, so team and user are of the same project.
  yield* sql`
    CREATE TABLE team_memberships (
      project_id ${text} NOT NULL,
      team_id ${text} NOT NULL,
      user_id ${text} NOT NULL,
      is_selected ${integer} NOT NULL CHECK (is_selected IN (0, 1)),
      display_name ${text},
      profile_image_url ${text},
      created_at ${integer} NOT NULL,
      PRIMARY KEY (team_id, user_id),
      FOREIGN KEY (project_id, team_id) REFERENCES teams (project_id, id) ON DELETE CASCADE,
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE
    ) ${strict}`
  yield* sql`CREATE INDEX memberships_of_user ON team_memberships (project_id, user_id, team_id)`
  yield* sql`CREATE INDEX memberships_by_age ON team_memberships (team_id, created_at, user_id)`
  yield* sql`CREATE UNIQUE INDEX one_selected_team ON team_memberships (user_id) WHERE is_selected = 1`
})
