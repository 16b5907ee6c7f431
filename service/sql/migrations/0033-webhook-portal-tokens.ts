/** Creates the table of tokens for the webhook portal. Only their hashes are stored. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const webhookPortalTokens = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes

  yield* sql`
    CREATE TABLE webhook_portal_tokens (
      token_hash ${text} PRIMARY KEY,
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      created_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL
    ) ${strict}`
  yield* sql`CREATE INDEX webhook_portal_tokens_by_expiry ON webhook_portal_tokens (expires_at)`
})
