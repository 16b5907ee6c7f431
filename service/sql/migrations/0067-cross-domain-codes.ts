/** Adds to an authorization code the session that it hands to another domain. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const crossDomainCodes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { text } = yield* columnTypes
  // Without a foreign key: a code whose session was deleted is found, and refused.
  yield* sql`ALTER TABLE oauth_authorization_codes ADD COLUMN session_id ${text}`
})
