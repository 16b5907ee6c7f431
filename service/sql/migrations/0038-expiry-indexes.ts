/** Adds indexes that find expired codes and sessions. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const expiryIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Each kind of code is kept for another time after it expires.
  yield* sql`CREATE INDEX verification_codes_by_expiry ON verification_codes (kind, expires_at)`
  yield* sql`CREATE INDEX sessions_by_expiry ON sessions (expires_at)`
})
