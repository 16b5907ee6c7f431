/** Adds anonymous users, and to an OAuth flow the anonymous user who signs up by it. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const anonymousUsers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, text } = yield* columnTypes
  yield* sql`
    ALTER TABLE users ADD COLUMN is_anonymous ${integer} NOT NULL DEFAULT 0 CHECK (is_anonymous IN (0, 1))`
  // Lists leave anonymous users out, which may be most of the table.
  yield* sql`CREATE INDEX users_by_kind_and_sign_up ON users (project_id, is_anonymous, signed_up_at, id)`
  // Not the column of linking flows: processes of earlier versions read it.
  yield* sql`ALTER TABLE oauth_flows ADD COLUMN anonymous_user_id ${text}`
})
