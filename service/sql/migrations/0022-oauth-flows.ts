/** Creates the tables of unfinished OAuth flows, authorization codes and the identities of embedded providers. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const oauthFlows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes

  // A flow lasts from the authorization request to the response of the provider. Only the hash of its state is stored.
  yield* sql`
    CREATE TABLE oauth_flows (
      state_hash ${text} PRIMARY KEY,
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      provider_id ${text} NOT NULL,
      type ${text} NOT NULL CHECK (type IN ('authenticate', 'link')),
      user_id ${text},
      redirect_uri ${text} NOT NULL,
      client_state ${text} NOT NULL,
      scope ${text} NOT NULL,
      code_challenge ${text} NOT NULL,
      code_challenge_method ${text} NOT NULL CHECK (code_challenge_method IN ('S256', 'plain')),
      error_redirect_url ${text},
      after_callback_redirect_url ${text},
      provider_scopes ${text} NOT NULL,
      provider_verifier ${text} NOT NULL,
      provider_nonce ${text},
      embedded_code_hash ${text},
      embedded_account_id ${text},
      created_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL,
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE,
      CHECK ((type = 'link') = (user_id IS NOT NULL))
    ) ${strict}`
  yield* sql`CREATE INDEX oauth_flows_by_expiry ON oauth_flows (expires_at)`

  // A used code is kept for a day, so that its second use can revoke the session of the first (RFC 6749, section
  // 4.1.2).
  yield* sql`
    CREATE TABLE oauth_authorization_codes (
      code_hash ${text} PRIMARY KEY,
      project_id ${text} NOT NULL,
      user_id ${text} NOT NULL,
      redirect_uri ${text} NOT NULL,
      code_challenge ${text} NOT NULL,
      code_challenge_method ${text} NOT NULL CHECK (code_challenge_method IN ('S256', 'plain')),
      is_new_user ${integer} NOT NULL CHECK (is_new_user IN (0, 1)),
      after_callback_redirect_url ${text},
      created_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL,
      used_at ${integer},
      replayed_at ${integer},
      refresh_token_hash ${text},
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE
    ) ${strict}`
  yield* sql`CREATE INDEX oauth_authorization_codes_by_expiry ON oauth_authorization_codes (expires_at)`

  yield* sql`
    CREATE TABLE embedded_identities (
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      provider_id ${text} NOT NULL,
      account_id ${text} NOT NULL,
      email ${text},
      email_verified ${integer} NOT NULL CHECK (email_verified IN (0, 1)),
      display_name ${text},
      used_at ${integer} NOT NULL,
      PRIMARY KEY (project_id, provider_id, account_id)
    ) ${strict}`
})
