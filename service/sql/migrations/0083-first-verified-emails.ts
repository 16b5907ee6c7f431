/** Adds to users the time when an email that they sign in with was first verified. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const firstVerifiedEmails = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer } = yield* columnTypes
  // NULL for users without a verified email. Versions without the column write beside this one.
  yield* sql`ALTER TABLE users ADD COLUMN first_verified_at ${integer}`
  // The times of earlier verifications were not recorded.
  yield* sql`
    UPDATE users SET first_verified_at = (
      SELECT min(created_at) FROM contact_channels
      WHERE contact_channels.user_id = users.id AND is_verified = 1 AND used_for_auth = 1
    )
    WHERE id IN (SELECT user_id FROM contact_channels WHERE is_verified = 1 AND used_for_auth = 1)`
})
