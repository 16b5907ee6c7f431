/** Adds an index of the users who were created to sign in with mailed codes, by which the list of users is filtered. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const otpUsers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX users_with_otp ON users (project_id, id) WHERE otp_auth_enabled = 1`
})
