/**
 * Codes that prove something: that a mail was read, that a first factor was right. One table for all kinds.
 *
 * The code itself is not stored. `tail_hash` is the hash of its last 39 characters: every look-up counts as an attempt
 * against all codes with the same tail, so that guessing the first six characters is counted too.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const verificationCodes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes

  yield* sql`
    CREATE TABLE verification_codes (
      id ${text} PRIMARY KEY,
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      user_id ${text} REFERENCES users (id) ON DELETE CASCADE,
      kind ${text} NOT NULL,
      code_hash ${text} NOT NULL UNIQUE,
      tail_hash ${text} NOT NULL,
      callback_url ${text},
      data ${text} NOT NULL,
      attempts ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL,
      used_at ${integer}
    ) ${strict}`
  yield* sql`CREATE INDEX verification_codes_by_tail ON verification_codes (project_id, tail_hash)`
})
