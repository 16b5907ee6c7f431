/** Adds to the tokens of providers the time until which a process may exchange a refresh token alone. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const claimedProviderTokens = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer } = yield* columnTypes
  // NULL for tokens that no process exchanges.
  yield* sql`ALTER TABLE oauth_provider_tokens ADD COLUMN claimed_until ${integer}`
})
