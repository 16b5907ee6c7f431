/** Creates the tables of the installation, and of projects with their settings and keys. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const projects = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, rowid, strict, text } = yield* columnTypes

  // Has one row. All signing keys are derived from its secret.
  yield* sql`
    CREATE TABLE installation (
      id ${integer} PRIMARY KEY CHECK (id = 1),
      server_secret ${text} NOT NULL,
      created_at ${integer} NOT NULL
    ) ${strict}`

  yield* sql`
    CREATE TABLE projects (
      ${rowid}
      id ${text} PRIMARY KEY,
      display_name ${text} NOT NULL,
      description ${text} NOT NULL,
      is_production_mode ${integer} NOT NULL CHECK (is_production_mode IN (0, 1)),
      created_at ${integer} NOT NULL
    ) ${strict}`

  yield* sql`
    CREATE TABLE project_configs (
      id ${text} PRIMARY KEY,
      project_id ${text} NOT NULL UNIQUE REFERENCES projects (id) ON DELETE CASCADE,
      sign_up_enabled ${integer} NOT NULL CHECK (sign_up_enabled IN (0, 1)),
      credential_enabled ${integer} NOT NULL CHECK (credential_enabled IN (0, 1)),
      magic_link_enabled ${integer} NOT NULL CHECK (magic_link_enabled IN (0, 1)),
      passkey_enabled ${integer} NOT NULL CHECK (passkey_enabled IN (0, 1)),
      client_team_creation_enabled ${integer} NOT NULL CHECK (client_team_creation_enabled IN (0, 1)),
      client_user_deletion_enabled ${integer} NOT NULL CHECK (client_user_deletion_enabled IN (0, 1)),
      create_team_on_sign_up ${integer} NOT NULL CHECK (create_team_on_sign_up IN (0, 1)),
      allow_localhost ${integer} NOT NULL CHECK (allow_localhost IN (0, 1))
    ) ${strict}`

  yield* sql`
    CREATE TABLE trusted_domains (
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      domain ${text} NOT NULL,
      handler_path ${text} NOT NULL,
      position ${integer} NOT NULL,
      PRIMARY KEY (project_id, domain)
    ) ${strict}`

  // A project has one initial set, from the seed or the first start. Only its keys are also stored as plain text.
  yield* sql`
    CREATE TABLE api_key_sets (
      id ${text} PRIMARY KEY,
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      description ${text} NOT NULL,
      is_initial ${integer} NOT NULL CHECK (is_initial IN (0, 1)),
      created_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL,
      revoked_at ${integer}
    ) ${strict}`
  yield* sql`CREATE INDEX api_key_sets_of_project ON api_key_sets (project_id)`
  yield* sql`CREATE UNIQUE INDEX one_initial_key_set ON api_key_sets (project_id) WHERE is_initial = 1`

  yield* sql`
    CREATE TABLE api_keys (
      key_set_id ${text} NOT NULL REFERENCES api_key_sets (id) ON DELETE CASCADE,
      kind ${text} NOT NULL CHECK (kind IN ('publishable_client_key', 'secret_server_key', 'super_secret_admin_key')),
      hash ${text} NOT NULL,
      plain ${text},
      last_four ${text} NOT NULL,
      PRIMARY KEY (key_set_id, kind)
    ) ${strict}`
  yield* sql`CREATE INDEX api_keys_by_hash ON api_keys (hash)`
})
