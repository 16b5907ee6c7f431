/** Adds `team_memberships.is_personal`: the team was created with this member, as their own. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const personalTeams = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer } = yield* columnTypes
  // With a default: versions without the column write beside this one.
  yield* sql`
    ALTER TABLE team_memberships ADD COLUMN is_personal ${integer} NOT NULL DEFAULT 0 CHECK (is_personal IN (0, 1))`
  // A personal team was created at the time of the sign-up, and the user was its first member. Imported teams and users
  // may have such times by chance, so the team must be the only one of the user, and the user the only one of the team.
  // A mistake would remove the other members.
  yield* sql`
    UPDATE team_memberships SET is_personal = 1
    WHERE EXISTS (
        SELECT 1 FROM users JOIN teams ON teams.created_at = users.signed_up_at
        WHERE users.id = team_memberships.user_id AND teams.id = team_memberships.team_id
      )
      AND NOT EXISTS (
        SELECT 1 FROM team_memberships AS other JOIN teams ON teams.id = other.team_id
        JOIN users ON users.id = other.user_id
        WHERE other.team_id = team_memberships.team_id AND other.user_id <> team_memberships.user_id
          AND (other.created_at <= team_memberships.created_at OR users.signed_up_at = teams.created_at)
      )
      AND NOT EXISTS (
        SELECT 1 FROM team_memberships AS other JOIN teams ON teams.id = other.team_id
        JOIN users ON users.id = other.user_id
        WHERE other.project_id = team_memberships.project_id AND other.user_id = team_memberships.user_id
          AND other.team_id <> team_memberships.team_id AND users.signed_up_at = teams.created_at
      )`
})
