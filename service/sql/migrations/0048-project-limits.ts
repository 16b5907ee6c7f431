/** Adds the rate limits of projects that differ from the defaults. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const projectLimits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { strict, text } = yield* columnTypes
  yield* sql`
    CREATE TABLE project_limits (
      project_id ${text} PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
      limits ${text} NOT NULL
    ) ${strict}`
})
