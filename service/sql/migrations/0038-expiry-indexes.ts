/** Adds indexes that find expired codes and sessions. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const expiryIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // The time for which expired codes are kept depends on their kind.
  yield* sql`CREATE INDEX verification_codes_by_expiry ON verification_codes (kind, expires_at)`
  yield* sql`CREATE INDEX sessions_by_expiry ON sessions (expires_at)`
})
