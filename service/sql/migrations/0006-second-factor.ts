/** The last step of time for which a user's second factor was taken: no code is good twice. */
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
