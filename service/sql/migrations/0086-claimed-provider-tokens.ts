/** Adds `oauth_provider_tokens.claimed_until`, the time when the claim of a refresh token by a process expires. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const claimedProviderTokens = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer } = yield* columnTypes
  // NULL: no process exchanges the token.
  yield* sql`ALTER TABLE oauth_provider_tokens ADD COLUMN claimed_until ${integer}`
})
