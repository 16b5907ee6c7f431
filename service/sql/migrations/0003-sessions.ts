/** Creates the table of sessions: one row for each refresh token that was not revoked. Only its hash is stored. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const sessions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes

  yield* sql`
    CREATE TABLE sessions (
      id ${text} PRIMARY KEY,
      project_id ${text} NOT NULL,
      user_id ${text} NOT NULL,
      refresh_token_hash ${text} NOT NULL UNIQUE,
      created_at ${integer} NOT NULL,
      expires_at ${integer},
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE
    ) ${strict}`
  yield* sql`CREATE INDEX sessions_of_user ON sessions (project_id, user_id)`
})
