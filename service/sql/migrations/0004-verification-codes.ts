/**
 * Creates the table of verification codes of all kinds: of mails, and of sign-ins that need a second factor.
 *
 * Codes are stored as hashes. `tail_hash` is the hash of the last 39 characters. Every check counts as an attempt for
 * all codes with the same tail, so that guesses of the first six characters are counted too.
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
