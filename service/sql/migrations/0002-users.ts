/** Users, the addresses that reach them, and their passwords. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const users = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    CREATE TABLE users (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      display_name TEXT,
      profile_image_url TEXT,
      client_metadata TEXT NOT NULL,
      client_read_only_metadata TEXT NOT NULL,
      server_metadata TEXT NOT NULL,
      totp_secret TEXT,
      otp_auth_enabled INTEGER NOT NULL CHECK (otp_auth_enabled IN (0, 1)),
      signed_up_at INTEGER NOT NULL,
      last_active_at INTEGER NOT NULL,
      UNIQUE (project_id, id)
    ) STRICT`
  yield* sql`CREATE INDEX users_by_sign_up ON users (project_id, signed_up_at, id)`

  yield* sql`
    CREATE TABLE contact_channels (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      type TEXT NOT NULL CHECK (type IN ('email')),
      value TEXT NOT NULL,
      is_primary INTEGER NOT NULL CHECK (is_primary IN (0, 1)),
      is_verified INTEGER NOT NULL CHECK (is_verified IN (0, 1)),
      used_for_auth INTEGER NOT NULL CHECK (used_for_auth IN (0, 1)),
      created_at INTEGER NOT NULL,
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE,
      UNIQUE (user_id, type, value)
    ) STRICT`
  // An address may belong to many users, but only one of them signs in with it.
  yield* sql`
    CREATE UNIQUE INDEX one_channel_for_auth ON contact_channels (project_id, type, value) WHERE used_for_auth = 1`
  yield* sql`CREATE UNIQUE INDEX one_primary_channel ON contact_channels (user_id, type) WHERE is_primary = 1`

  yield* sql`
    CREATE TABLE passwords (
      user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      hash TEXT NOT NULL,
      changed_at INTEGER NOT NULL
    ) STRICT`
})
