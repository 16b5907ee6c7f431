/** Creates the table of passkeys. A user has at most one. Only the public key is stored. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const passkeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes

  yield* sql`
    CREATE TABLE passkeys (
      user_id ${text} PRIMARY KEY,
      project_id ${text} NOT NULL,
      credential_id ${text} NOT NULL,
      public_key ${text} NOT NULL,
      counter ${integer} NOT NULL,
      registered_at ${integer} NOT NULL,
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE,
      UNIQUE (project_id, credential_id)
    ) ${strict}`
})
