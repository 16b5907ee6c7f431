/** Adds to contact channels the email whose sign-in has ended because another user claimed it. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const releasedEmails = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { text } = yield* columnTypes
  // NULL for all others. A channel that has another value since is not released.
  yield* sql`ALTER TABLE contact_channels ADD COLUMN released_value ${text}`
})
