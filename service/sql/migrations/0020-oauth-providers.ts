/** The providers with which the users of a project sign in. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const oauthProviders = Effect.gen(function*() {
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
      CHECK (type = 'shared' OR enabled = 0 OR (client_id IS NOT NULL AND client_secret IS NOT NULL))
    ) STRICT`

  // Only the seed writes these, so they stay what they are when an owner changes the settings of a provider. The
  // endpoints are JSON: 'embedded', or URLs that take the place of the provider's own.
  yield* sql`
    CREATE TABLE oauth_endpoints (
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      provider_id TEXT NOT NULL,
      endpoints TEXT NOT NULL,
      PRIMARY KEY (project_id, provider_id)
    ) STRICT`
  yield* sql`
    CREATE TABLE oauth_settings (
      project_id TEXT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
      plain_challenge_allowed INTEGER NOT NULL CHECK (plain_challenge_allowed IN (0, 1))
    ) STRICT`
})
