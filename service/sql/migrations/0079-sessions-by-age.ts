/** Replaces the index of a user's sessions by one in the order of their starts, which finds the oldest. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const sessionsByAge = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    // The service stops statements that take long.
    pg: () => sql`SET LOCAL statement_timeout = 0`,
    orElse: () => Effect.void
  })
  yield* sql`CREATE INDEX sessions_by_age ON sessions (project_id, user_id, created_at)`
  yield* sql`DROP INDEX sessions_of_user`
})
