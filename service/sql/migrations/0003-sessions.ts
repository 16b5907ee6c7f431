/** Sessions: one row for each refresh token that is good. The token itself is not stored. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const sessions = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    CREATE TABLE sessions (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      refresh_token_hash TEXT NOT NULL UNIQUE,
      created_at INTEGER NOT NULL,
      expires_at INTEGER,
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE
    ) STRICT`
  yield* sql`CREATE INDEX sessions_of_user ON sessions (project_id, user_id)`
})
