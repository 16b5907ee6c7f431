/** Adds to contact channels the id of the channel whose new email replaces this one. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const replacedEmails = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { text } = yield* columnTypes
  // NULL for all others. No foreign key: the channel may be deleted, and this one then stays.
  yield* sql`ALTER TABLE contact_channels ADD COLUMN replaced_by ${text}`
})
