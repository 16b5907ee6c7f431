/** Creates the tables of connected accounts and of the provider tokens that the application can read. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const oauthAccounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes

  // An account belongs to one user of a project. UNIQUE instead of PRIMARY KEY: SQLite reports violations of the two
  // with different codes (https://www.sqlite.org/rescode.html).
  yield* sql`
    CREATE TABLE oauth_accounts (
      project_id ${text} NOT NULL,
      provider_id ${text} NOT NULL,
      account_id ${text} NOT NULL,
      user_id ${text} NOT NULL,
      email ${text},
      created_at ${integer} NOT NULL,
      UNIQUE (project_id, provider_id, account_id),
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE
    ) ${strict}`
  yield* sql`CREATE INDEX oauth_accounts_of_user ON oauth_accounts (project_id, user_id)`

  // Tokens are stored in plain text, because they are passed to the application and to the provider. `expires_at` is
  // NULL if the provider did not send an expiry.
  yield* sql`
    CREATE TABLE oauth_provider_tokens (
      id ${text} PRIMARY KEY,
      project_id ${text} NOT NULL,
      provider_id ${text} NOT NULL,
      account_id ${text} NOT NULL,
      kind ${text} NOT NULL CHECK (kind IN ('access', 'refresh')),
      token ${text} NOT NULL,
      scopes ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      expires_at ${integer},
      FOREIGN KEY (project_id, provider_id, account_id)
        REFERENCES oauth_accounts (project_id, provider_id, account_id) ON DELETE CASCADE
    ) ${strict}`
  yield* sql`
    CREATE INDEX oauth_provider_tokens_of_account ON oauth_provider_tokens (project_id, provider_id, account_id, kind)`
})
