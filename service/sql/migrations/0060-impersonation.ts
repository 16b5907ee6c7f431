/** Adds owners who sign in as a user: the setting, the impersonator of a code and a session, and the reason. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const impersonation = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, text } = yield* columnTypes
  // Versions without the columns write beside this one.
  yield* sql`
    ALTER TABLE project_configs
    ADD COLUMN allow_impersonation ${integer} NOT NULL DEFAULT 0 CHECK (allow_impersonation IN (0, 1))`
  // Without foreign keys: a session whose impersonator signed out or was deleted is found, and refused.
  yield* sql`ALTER TABLE sessions ADD COLUMN impersonator_id ${text}`
  yield* sql`ALTER TABLE sessions ADD COLUMN impersonator_session_id ${text}`
  yield* sql`ALTER TABLE oauth_authorization_codes ADD COLUMN impersonator_id ${text}`
  yield* sql`ALTER TABLE oauth_authorization_codes ADD COLUMN impersonator_session_id ${text}`
  yield* sql`ALTER TABLE audit_log ADD COLUMN reason ${text}`
})
