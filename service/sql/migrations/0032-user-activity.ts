/** Creates the table of the days on which users were active. `day` counts from 1 January 1970, in UTC. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const userActivity = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes

  yield* sql`
    CREATE TABLE user_activity (
      project_id ${text} NOT NULL,
      user_id ${text} NOT NULL,
      day ${integer} NOT NULL,
      PRIMARY KEY (project_id, day, user_id),
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE
    ) ${strict}`
  yield* sql`CREATE INDEX user_activity_of_user ON user_activity (project_id, user_id)`
  yield* sql`CREATE INDEX users_by_activity ON users (project_id, last_active_at)`
})
