/** Creates the table of sign-ins on a command line, and marks the sessions that they start. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const commandLineSignIns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes
  yield* sql`
    ALTER TABLE sessions
    ADD COLUMN is_command_line ${integer} NOT NULL DEFAULT 0 CHECK (is_command_line IN (0, 1))`
  // Sessions have no foreign keys here: a sign-in whose session has ended is found, and refused as expired.
  yield* sql`
    CREATE TABLE command_line_sign_ins (
      id ${text} PRIMARY KEY,
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      polling_code_hash ${text} NOT NULL UNIQUE,
      login_code_hash ${text} NOT NULL UNIQUE,
      address ${text},
      user_agent ${text},
      anonymous_session_id ${text},
      claimed_at ${integer},
      created_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL,
      polled_at ${integer},
      user_id ${text},
      session_id ${text},
      denied_at ${integer},
      used_at ${integer},
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE,
      CHECK ((user_id IS NULL) = (session_id IS NULL))
    ) ${strict}`
  yield* sql`CREATE INDEX command_line_sign_ins_by_expiry ON command_line_sign_ins (expires_at)`
  yield* sql`CREATE INDEX command_line_sign_ins_of_user ON command_line_sign_ins (project_id, user_id)`
})
