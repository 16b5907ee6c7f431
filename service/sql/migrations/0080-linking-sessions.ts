/** Adds to a linking flow the session that started it. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const linkingSessions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { text } = yield* columnTypes
  // Without a foreign key: a flow whose session was deleted is found, and refused.
  yield* sql`ALTER TABLE oauth_flows ADD COLUMN session_id ${text}`
})
