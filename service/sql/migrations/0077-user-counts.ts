/** Adds the index from which PostgreSQL counts the users of a project, all of them and by their traits. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const userCounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    pg: () =>
      Effect.gen(function* () {
        // The service stops statements that take long. The index takes some seconds for a million users.
        yield* sql`SET LOCAL statement_timeout = 0`
        // PostgreSQL stores equal keys once: 7 MB for a million users. Without it, each count reads the whole table.
        yield* sql`CREATE INDEX users_by_traits ON users (project_id, traits, is_anonymous)`
      }),
    // SQLite stores each key, and counts as fast by the index of the traits and the sign-up.
    orElse: () => Effect.void
  })
})
