/** Marks the emails whose sign-in has ended because another user claimed them. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const releasedEmails = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer } = yield* columnTypes
  yield* sql`
    ALTER TABLE contact_channels ADD COLUMN is_released ${integer} NOT NULL DEFAULT 0 CHECK (is_released IN (0, 1))`
})
