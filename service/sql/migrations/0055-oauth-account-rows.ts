/**
 * Gives each connected account an id and its uses, so that a user can have several accounts at one provider, and adds
 * to an authorization code the account that its exchange connects.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const oauthAccountRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, text } = yield* columnTypes

  // Only PostgreSQL is shared with processes of earlier versions, which insert accounts without an id.
  yield* sql.onDialectOrElse({
    pg: () => sql`ALTER TABLE oauth_accounts ADD COLUMN id ${text} NOT NULL DEFAULT gen_random_uuid()::text`,
    orElse: () => sql`ALTER TABLE oauth_accounts ADD COLUMN id ${text} NOT NULL DEFAULT ''`
  })
  yield* sql.onDialectOrElse({
    pg: () => sql`SELECT 1`,
    orElse: () => sql`
      UPDATE oauth_accounts SET id = lower(
        hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' ||
        substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))
      )`
  })
  yield* sql`
    ALTER TABLE oauth_accounts
    ADD COLUMN allow_sign_in ${integer} NOT NULL DEFAULT 1 CHECK (allow_sign_in IN (0, 1))`
  yield* sql`
    ALTER TABLE oauth_accounts
    ADD COLUMN allow_connected_accounts ${integer} NOT NULL DEFAULT 1 CHECK (allow_connected_accounts IN (0, 1))`

  // The oldest account of a user at a provider stays the one to sign in with.
  yield* sql`
    UPDATE oauth_accounts SET allow_sign_in = 0
    WHERE EXISTS (
      SELECT 1 FROM oauth_accounts AS older
      WHERE older.project_id = oauth_accounts.project_id AND older.user_id = oauth_accounts.user_id
        AND older.provider_id = oauth_accounts.provider_id
        AND (older.created_at, older.account_id) < (oauth_accounts.created_at, oauth_accounts.account_id)
    )`
  yield* sql`CREATE UNIQUE INDEX oauth_accounts_by_id ON oauth_accounts (project_id, id)`
  yield* sql`
    CREATE UNIQUE INDEX sign_in_accounts ON oauth_accounts (project_id, user_id, provider_id) WHERE allow_sign_in = 1`
  yield* sql`DROP INDEX oauth_accounts_of_user`
  yield* sql`CREATE INDEX oauth_accounts_of_user ON oauth_accounts (project_id, user_id, created_at)`
  yield* sql`CREATE INDEX oauth_accounts_by_age ON oauth_accounts (project_id, created_at)`

  // Encrypted. NULL for a sign-in and after the exchange.
  yield* sql`ALTER TABLE oauth_authorization_codes ADD COLUMN linked_account ${text}`
})
