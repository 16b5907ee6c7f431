/** Sign-ins with a provider on their way, and who people said they are at the embedded provider pages. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const oauthFlows = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  // From the authorize request to the provider's answer. The state that ties them together is not stored.
  yield* sql`
    CREATE TABLE oauth_flows (
      state_hash TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      provider_id TEXT NOT NULL,
      type TEXT NOT NULL CHECK (type IN ('authenticate', 'link')),
      user_id TEXT,
      redirect_uri TEXT NOT NULL,
      client_state TEXT NOT NULL,
      scope TEXT NOT NULL,
      code_challenge TEXT NOT NULL,
      code_challenge_method TEXT NOT NULL CHECK (code_challenge_method IN ('S256', 'plain')),
      error_redirect_url TEXT,
      after_callback_redirect_url TEXT,
      provider_scopes TEXT NOT NULL,
      provider_verifier TEXT NOT NULL,
      provider_nonce TEXT,
      embedded_code_hash TEXT,
      embedded_account_id TEXT,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE,
      CHECK ((type = 'link') = (user_id IS NOT NULL))
    ) STRICT`
  yield* sql`CREATE INDEX oauth_flows_by_expiry ON oauth_flows (expires_at)`

  // A used code stays for a while, so that its second use can end the session that the first one began.
  yield* sql`
    CREATE TABLE oauth_authorization_codes (
      code_hash TEXT PRIMARY KEY,
      project_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      redirect_uri TEXT NOT NULL,
      code_challenge TEXT NOT NULL,
      code_challenge_method TEXT NOT NULL CHECK (code_challenge_method IN ('S256', 'plain')),
      is_new_user INTEGER NOT NULL CHECK (is_new_user IN (0, 1)),
      after_callback_redirect_url TEXT,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      used_at INTEGER,
      replayed_at INTEGER,
      refresh_token_hash TEXT,
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE
    ) STRICT`
  yield* sql`CREATE INDEX oauth_authorization_codes_by_expiry ON oauth_authorization_codes (expires_at)`

  yield* sql`
    CREATE TABLE embedded_identities (
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      provider_id TEXT NOT NULL,
      account_id TEXT NOT NULL,
      email TEXT,
      email_verified INTEGER NOT NULL CHECK (email_verified IN (0, 1)),
      display_name TEXT,
      used_at INTEGER NOT NULL,
      PRIMARY KEY (project_id, provider_id, account_id)
    ) STRICT`
})
