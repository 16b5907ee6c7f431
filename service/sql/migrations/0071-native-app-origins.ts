/** Adds the origins of native applications whose passkeys a project accepts. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const nativeAppOrigins = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes
  yield* sql`
    CREATE TABLE native_app_origins (
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      origin ${text} NOT NULL,
      position ${integer} NOT NULL,
      PRIMARY KEY (project_id, origin)
    ) ${strict}`
})
