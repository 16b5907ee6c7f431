/** Drops indexes of users that no query reads since lists of users are filtered by traits. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const unusedUserIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP INDEX users_with_otp`
  yield* sql`DROP INDEX users_restricted_by_admin`
})
