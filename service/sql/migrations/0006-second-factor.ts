/**
 * Creates the table of used TOTP codes: the last accepted time step of each user, so that no code is accepted twice.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const secondFactor = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes

  yield* sql`
    CREATE TABLE totp_uses (
      user_id ${text} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      step ${integer} NOT NULL
    ) ${strict}`
})
