/** Adds `team_memberships.is_personal`: the team was created with this member, as their own. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

/** Earlier versions created the personal team at most so many milliseconds after the sign-up, in its transaction. */
const MAX_DELAY_MILLIS = 5000

export const personalTeams = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer } = yield* columnTypes
  // With a default: versions without the column write beside this one.
  yield* sql`
    ALTER TABLE team_memberships ADD COLUMN is_personal ${integer} NOT NULL DEFAULT 0 CHECK (is_personal IN (0, 1))`
  // A mistake would remove the other members, so the team must also have the name that the service gave it, be the first
  // one of the user, and have the user as its first member. Each subquery reads few rows by an index, also of large teams.
  yield* sql`
    UPDATE team_memberships SET is_personal = 1
    WHERE EXISTS (
        SELECT 1 FROM users, teams
        WHERE users.id = team_memberships.user_id AND teams.id = team_memberships.team_id
          AND teams.created_at BETWEEN users.signed_up_at AND users.signed_up_at + ${MAX_DELAY_MILLIS}
          AND (teams.display_name = 'Personal Team' OR teams.display_name LIKE '%''s Team')
      )
      AND 1 = (
        SELECT count(*) FROM (
          SELECT 1 FROM team_memberships AS member
          WHERE member.team_id = team_memberships.team_id AND member.created_at <= team_memberships.created_at LIMIT 2
        ) AS members
      )
      AND 1 = (
        SELECT count(*) FROM (
          SELECT 1 FROM team_memberships AS own
          WHERE own.project_id = team_memberships.project_id AND own.user_id = team_memberships.user_id
            AND own.created_at <= team_memberships.created_at LIMIT 2
        ) AS memberships
      )`
})
