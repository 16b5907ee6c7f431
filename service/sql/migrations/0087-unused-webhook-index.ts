/** Drops an index of webhook messages that no query reads since old messages are deleted by project. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const unusedWebhookIndex = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP INDEX webhook_messages_by_time`
})
