/** Tokens for the portal of the webhook service, as hashes. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const webhookPortalTokens = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    CREATE TABLE webhook_portal_tokens (
      token_hash TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT`
  yield* sql`CREATE INDEX webhook_portal_tokens_by_expiry ON webhook_portal_tokens (expires_at)`
})
