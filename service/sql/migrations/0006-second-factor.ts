/** The last step of time for which a user's second factor was taken: no code is good twice. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const secondFactor = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    CREATE TABLE totp_uses (
      user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      step INTEGER NOT NULL
    ) STRICT`
})
