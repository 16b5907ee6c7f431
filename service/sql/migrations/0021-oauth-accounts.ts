/** Accounts at providers that users connected, and the tokens with which the application may use them. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const oauthAccounts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  // An account belongs to one user of a project. No primary key: a breach of one has another name than of this.
  yield* sql`
    CREATE TABLE oauth_accounts (
      project_id TEXT NOT NULL,
      provider_id TEXT NOT NULL,
      account_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      email TEXT,
      created_at INTEGER NOT NULL,
      UNIQUE (project_id, provider_id, account_id),
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE
    ) STRICT`
  yield* sql`CREATE INDEX oauth_accounts_of_user ON oauth_accounts (project_id, user_id)`

  // The tokens themselves: they are handed on to the application and to the provider. Without expiry: nobody knows it.
  yield* sql`
    CREATE TABLE oauth_provider_tokens (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL,
      provider_id TEXT NOT NULL,
      account_id TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
      token TEXT NOT NULL,
      scopes TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER,
      FOREIGN KEY (project_id, provider_id, account_id)
        REFERENCES oauth_accounts (project_id, provider_id, account_id) ON DELETE CASCADE
    ) STRICT`
  yield* sql`
    CREATE INDEX oauth_provider_tokens_of_account ON oauth_provider_tokens (project_id, provider_id, account_id, kind)`
})
