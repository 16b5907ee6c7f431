/** Adds the restriction of users by an administrator, and the setting that requires a verified address. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const restrictedUsers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, text } = yield* columnTypes
  yield* sql`
    ALTER TABLE users
    ADD COLUMN restricted_by_admin ${integer} NOT NULL DEFAULT 0 CHECK (restricted_by_admin IN (0, 1))`
  yield* sql`ALTER TABLE users ADD COLUMN restricted_by_admin_reason ${text}`
  yield* sql`ALTER TABLE users ADD COLUMN restricted_by_admin_private_details ${text}`
  // Few users of a project are restricted.
  yield* sql`
    CREATE INDEX users_restricted_by_admin ON users (project_id, signed_up_at, id) WHERE restricted_by_admin = 1`
  yield* sql`
    ALTER TABLE project_configs ADD COLUMN require_email_verification ${integer} NOT NULL DEFAULT 0
    CHECK (require_email_verification IN (0, 1))`
})
