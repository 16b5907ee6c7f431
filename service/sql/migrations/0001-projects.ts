/** The installation, projects, their settings and their keys. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const projects = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  // One row. All signing keys are derived from its secret.
  yield* sql`
    CREATE TABLE installation (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      server_secret TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT`

  yield* sql`
    CREATE TABLE projects (
      id TEXT PRIMARY KEY,
      display_name TEXT NOT NULL,
      description TEXT NOT NULL,
      is_production_mode INTEGER NOT NULL CHECK (is_production_mode IN (0, 1)),
      created_at INTEGER NOT NULL
    ) STRICT`

  yield* sql`
    CREATE TABLE project_configs (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL UNIQUE REFERENCES projects (id) ON DELETE CASCADE,
      sign_up_enabled INTEGER NOT NULL CHECK (sign_up_enabled IN (0, 1)),
      credential_enabled INTEGER NOT NULL CHECK (credential_enabled IN (0, 1)),
      magic_link_enabled INTEGER NOT NULL CHECK (magic_link_enabled IN (0, 1)),
      passkey_enabled INTEGER NOT NULL CHECK (passkey_enabled IN (0, 1)),
      client_team_creation_enabled INTEGER NOT NULL CHECK (client_team_creation_enabled IN (0, 1)),
      client_user_deletion_enabled INTEGER NOT NULL CHECK (client_user_deletion_enabled IN (0, 1)),
      create_team_on_sign_up INTEGER NOT NULL CHECK (create_team_on_sign_up IN (0, 1)),
      allow_localhost INTEGER NOT NULL CHECK (allow_localhost IN (0, 1))
    ) STRICT`

  yield* sql`
    CREATE TABLE trusted_domains (
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      domain TEXT NOT NULL,
      handler_path TEXT NOT NULL,
      position INTEGER NOT NULL,
      PRIMARY KEY (project_id, domain)
    ) STRICT`

  // A project has one initial set, from the seed or the first start. Only its keys stay readable (`plain`).
  yield* sql`
    CREATE TABLE api_key_sets (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      description TEXT NOT NULL,
      is_initial INTEGER NOT NULL CHECK (is_initial IN (0, 1)),
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      revoked_at INTEGER
    ) STRICT`
  yield* sql`CREATE INDEX api_key_sets_of_project ON api_key_sets (project_id)`
  yield* sql`CREATE UNIQUE INDEX one_initial_key_set ON api_key_sets (project_id) WHERE is_initial = 1`

  yield* sql`
    CREATE TABLE api_keys (
      key_set_id TEXT NOT NULL REFERENCES api_key_sets (id) ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('publishable_client_key', 'secret_server_key', 'super_secret_admin_key')),
      hash TEXT NOT NULL,
      plain TEXT,
      last_four TEXT NOT NULL,
      PRIMARY KEY (key_set_id, kind)
    ) STRICT`
  yield* sql`CREATE INDEX api_keys_by_hash ON api_keys (hash)`
})
