/** Adds to an OAuth flow the session of the anonymous user who signs up by it. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const sessionsOfAnonymousFlows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { text } = yield* columnTypes
  // Not the column of linking flows: processes of earlier versions require that this session exists after the sign-up,
  // which revokes it. Without a foreign key: a flow whose session was deleted is found, and refused.
  yield* sql`ALTER TABLE oauth_flows ADD COLUMN anonymous_session_id ${text}`
})
