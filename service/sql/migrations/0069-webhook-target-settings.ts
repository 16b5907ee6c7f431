/** Adds the description of a webhook target, the types of events that it receives, and an index of its attempts. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const webhookTargetSettings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { text } = yield* columnTypes
  yield* sql`ALTER TABLE webhook_targets ADD COLUMN description ${text} NOT NULL DEFAULT ''`
  // A list in JSON. NULL: all types.
  yield* sql`ALTER TABLE webhook_targets ADD COLUMN event_types ${text}`
  yield* sql`CREATE INDEX webhook_attempts_of_target ON webhook_attempts (target_id, attempted_at)`
})
