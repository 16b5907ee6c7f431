/** Adds the rules of a project for passwords and sessions. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const passwordAndSessionRules = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer } = yield* columnTypes
  // Versions without the columns write beside this one.
  yield* sql`ALTER TABLE project_configs ADD COLUMN password_min_length ${integer}`
  yield* sql`
    ALTER TABLE project_configs
    ADD COLUMN allow_breached_passwords ${integer} NOT NULL DEFAULT 0 CHECK (allow_breached_passwords IN (0, 1))`
  yield* sql`ALTER TABLE project_configs ADD COLUMN session_lifetime_millis ${integer}`
  yield* sql`ALTER TABLE project_configs ADD COLUMN session_idle_millis ${integer}`
  // The end of a session that is used. NULL in sessions of earlier versions, whose expires_at is that end.
  yield* sql`ALTER TABLE sessions ADD COLUMN ends_at ${integer}`
})
