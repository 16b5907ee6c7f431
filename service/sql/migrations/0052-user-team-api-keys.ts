/** Adds the API keys of users and teams, the settings that allow them, and the permission to manage those of a team. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

/** The system permissions before this migration. */
const earlier = ["$update_team", "$delete_team", "$read_members", "$remove_members", "$invite_members"]

export const userTeamApiKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, rowid, strict, text } = yield* columnTypes

  // Versions without the columns write beside this one.
  yield* sql`ALTER TABLE project_configs ADD COLUMN allow_user_api_keys ${integer} NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE project_configs ADD COLUMN allow_team_api_keys ${integer} NOT NULL DEFAULT 0`

  yield* sql`
    CREATE TABLE user_team_api_keys (
      ${rowid}
      id ${text} PRIMARY KEY,
      project_id ${text} NOT NULL,
      user_id ${text},
      team_id ${text},
      description ${text} NOT NULL,
      is_public ${integer} NOT NULL CHECK (is_public IN (0, 1)),
      hash ${text} NOT NULL,
      last_four ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      expires_at ${integer},
      revoked_at ${integer},
      CHECK ((user_id IS NULL) <> (team_id IS NULL)),
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE,
      FOREIGN KEY (project_id, team_id) REFERENCES teams (project_id, id) ON DELETE CASCADE
    ) ${strict}`
  yield* sql`CREATE UNIQUE INDEX user_team_api_keys_by_hash ON user_team_api_keys (hash)`
  yield* sql`
    CREATE INDEX api_keys_of_user ON user_team_api_keys (project_id, user_id, created_at) WHERE user_id IS NOT NULL`
  yield* sql`
    CREATE INDEX api_keys_of_team ON user_team_api_keys (project_id, team_id, created_at) WHERE team_id IS NOT NULL`
  yield* sql`
    CREATE INDEX api_keys_of_users ON user_team_api_keys (project_id, created_at) WHERE user_id IS NOT NULL`

  yield* sql`
    INSERT INTO permission_definitions (project_id, id, description, is_creator_default, is_member_default)
    SELECT id, '$manage_api_keys', 'Create and revoke the API keys of the team', 0, 0 FROM projects`
  // A permission that contains all system permissions, such as that of team creators, still does.
  yield* sql`
    INSERT INTO permission_contents (project_id, permission_id, contained_id)
    SELECT project_id, permission_id, '$manage_api_keys' FROM permission_contents
    WHERE ${sql.in("contained_id", earlier)}
    GROUP BY project_id, permission_id
    HAVING count(*) = ${earlier.length}`
})
