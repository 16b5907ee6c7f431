/** Adds the setting that requires a publishable client key. Existing projects require one. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const optionalClientKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer } = yield* columnTypes
  // Versions without the column write beside this one.
  yield* sql`
    ALTER TABLE project_configs
    ADD COLUMN client_key_required ${integer} NOT NULL DEFAULT 1 CHECK (client_key_required IN (0, 1))`
})
