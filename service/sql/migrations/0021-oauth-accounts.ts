/** Accounts at providers that users connected, and the tokens with which the application may use them. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const oauthAccounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes

  // An account belongs to one user of a project. No primary key: a breach of one has another name than of this.
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

  // The tokens themselves: they are handed on to the application and to the provider. Without expiry: nobody knows it.
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
