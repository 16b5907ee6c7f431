/** Creates the table of recovery codes of the second factor. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const recoveryCodes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes

  // The selector is the start of a code. It finds the row whose hash is compared.
  yield* sql`
    CREATE TABLE recovery_codes (
      user_id ${text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      selector ${text} NOT NULL,
      hash ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      used_at ${integer},
      PRIMARY KEY (user_id, selector)
    ) ${strict}`
})
