/** Creates the tables of users, their contact channels and their passwords. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const users = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, rowid, strict, text } = yield* columnTypes

  yield* sql`
    CREATE TABLE users (
      id ${text} PRIMARY KEY,
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      display_name ${text},
      profile_image_url ${text},
      client_metadata ${text} NOT NULL,
      client_read_only_metadata ${text} NOT NULL,
      server_metadata ${text} NOT NULL,
      totp_secret ${text},
      otp_auth_enabled ${integer} NOT NULL CHECK (otp_auth_enabled IN (0, 1)),
      signed_up_at ${integer} NOT NULL,
      last_active_at ${integer} NOT NULL,
      UNIQUE (project_id, id)
    ) ${strict}`
  yield* sql`CREATE INDEX users_by_sign_up ON users (project_id, signed_up_at, id)`

  yield* sql`
    CREATE TABLE contact_channels (
      ${rowid}
      id ${text} PRIMARY KEY,
      project_id ${text} NOT NULL,
      user_id ${text} NOT NULL,
      type ${text} NOT NULL CHECK (type IN ('email')),
      value ${text} NOT NULL,
      is_primary ${integer} NOT NULL CHECK (is_primary IN (0, 1)),
      is_verified ${integer} NOT NULL CHECK (is_verified IN (0, 1)),
      used_for_auth ${integer} NOT NULL CHECK (used_for_auth IN (0, 1)),
      created_at ${integer} NOT NULL,
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE,
      UNIQUE (user_id, type, value)
    ) ${strict}`
  // Several users may have the same address, but only one of them can sign in with it.
  yield* sql`
    CREATE UNIQUE INDEX one_channel_for_auth ON contact_channels (project_id, type, value) WHERE used_for_auth = 1`
  yield* sql`CREATE UNIQUE INDEX one_primary_channel ON contact_channels (user_id, type) WHERE is_primary = 1`

  yield* sql`
    CREATE TABLE passwords (
      user_id ${text} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      hash ${text} NOT NULL,
      changed_at ${integer} NOT NULL
    ) ${strict}`
})
