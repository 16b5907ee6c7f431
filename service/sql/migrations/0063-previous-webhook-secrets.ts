/** Adds the secret of a webhook target that signs beside its successor, until a time. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const previousWebhookSecrets = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, text } = yield* columnTypes
  yield* sql`ALTER TABLE webhook_targets ADD COLUMN previous_secret ${text}`
  yield* sql`ALTER TABLE webhook_targets ADD COLUMN previous_secret_expires_at ${integer}`
})
