/** Adds the browser of an audited request, and the fields that it cleared. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const auditDetails = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { text } = yield* columnTypes
  yield* sql`ALTER TABLE audit_log ADD COLUMN user_agent ${text}`
  // Versions without the column write beside this one.
  yield* sql`ALTER TABLE audit_log ADD COLUMN cleared_fields ${text} NOT NULL DEFAULT '[]'`
})
