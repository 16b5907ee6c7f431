/** Adds `contact_channels.replaced_by`, the id of the channel whose new email replaces this one. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const replacedEmails = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { text } = yield* columnTypes
  // NULL: the email is not replaced. No foreign key: the row stays when the other channel is deleted.
  yield* sql`ALTER TABLE contact_channels ADD COLUMN replaced_by ${text}`
})
