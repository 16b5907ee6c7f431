/** What an owner sets besides switches: sign-in providers, the way mails go out, what members of teams are granted. */
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

  yield* sql`
    CREATE TABLE project_default_permissions (
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      receiver TEXT NOT NULL CHECK (receiver IN ('team_creator', 'team_member')),
      permission_id TEXT NOT NULL,
      PRIMARY KEY (project_id, receiver, permission_id)
    ) STRICT`
  yield* sql`
    INSERT INTO project_default_permissions (project_id, receiver, permission_id)
    SELECT id, 'team_creator', 'admin' FROM projects UNION ALL SELECT id, 'team_member', 'member' FROM projects`
})
