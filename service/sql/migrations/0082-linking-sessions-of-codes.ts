/** Adds to the authorization code of a linking flow the session that started the flow. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const linkingSessionsOfCodes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { text } = yield* columnTypes
  // Without a foreign key: a code whose session was deleted is found, and refused.
  yield* sql`ALTER TABLE oauth_authorization_codes ADD COLUMN linking_session_id ${text}`
})
