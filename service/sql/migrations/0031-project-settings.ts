/** What an owner sets besides switches: sign-in providers and the way mails go out. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const projectSettings = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    CREATE TABLE project_oauth_providers (
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      type TEXT NOT NULL CHECK (type IN ('shared', 'standard')),
      enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
      client_id TEXT,
      client_secret TEXT,
      facebook_config_id TEXT,
      microsoft_tenant_id TEXT,
      PRIMARY KEY (project_id, id),
      CHECK (type = 'shared' OR (client_id IS NOT NULL AND client_secret IS NOT NULL))
    ) STRICT`

  // A project without a row sends through the service's own sender.
  yield* sql`
    CREATE TABLE project_email_configs (
      project_id TEXT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
      host TEXT NOT NULL,
      port INTEGER NOT NULL CHECK (port BETWEEN 0 AND 65535),
      username TEXT NOT NULL,
      password TEXT NOT NULL,
      sender_name TEXT NOT NULL,
      sender_email TEXT NOT NULL
    ) STRICT`
})
