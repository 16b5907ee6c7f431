/**
 * Codes that prove something: that a mail was read, that a first factor was right. One table for all kinds.
 *
 * The code itself is not stored. `tail_hash` is the hash of its last 39 characters: every look-up counts as an attempt
 * against all codes with the same tail, so that guessing the first six characters is counted too.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const verificationCodes = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    CREATE TABLE verification_codes (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      code_hash TEXT NOT NULL UNIQUE,
      tail_hash TEXT NOT NULL,
      callback_url TEXT,
      data TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      used_at INTEGER
    ) STRICT`
  yield* sql`CREATE INDEX verification_codes_by_tail ON verification_codes (project_id, tail_hash)`
})
