/** Adds the id of the key with which all secrets of the database are encrypted. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const secretsKeyId = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { text } = yield* columnTypes
  // NULL until a re-encryption with a secret of the operator is complete.
  yield* sql`ALTER TABLE installation ADD COLUMN secrets_key_id ${text}`
})
