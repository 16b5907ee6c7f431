/** Adds to each session its last use, for the list of a user's sessions. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const sessionUse = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, text } = yield* columnTypes
  yield* sql`ALTER TABLE sessions ADD COLUMN is_impersonation ${integer} NOT NULL DEFAULT 0`
  // NULL: not used since versions without the columns.
  yield* sql`ALTER TABLE sessions ADD COLUMN last_used_at ${integer}`
  yield* sql`ALTER TABLE sessions ADD COLUMN last_address ${text}`
  yield* sql`ALTER TABLE sessions ADD COLUMN last_user_agent ${text}`
})
