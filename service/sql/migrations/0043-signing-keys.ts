/** Creates the table of signing keys. A project without a row signs with the key that derives from the installation. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const signingKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes

  // The secret, from which the key pair derives, is encrypted.
  yield* sql`
    CREATE TABLE signing_keys (
      id ${text} PRIMARY KEY,
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      secret ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      signs_from ${integer} NOT NULL
    ) ${strict}`
  yield* sql`CREATE INDEX signing_keys_of_project ON signing_keys (project_id, signs_from)`
})
