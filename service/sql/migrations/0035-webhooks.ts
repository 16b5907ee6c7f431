/** Creates the tables of webhook endpoints, messages, deliveries and attempts. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const webhooks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, rowid, strict, text } = yield* columnTypes

  // The secret is stored in plain text, because the service signs with it.
  yield* sql`
    CREATE TABLE webhook_targets (
      id ${text} PRIMARY KEY,
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      url ${text} NOT NULL,
      secret ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      UNIQUE (project_id, url)
    ) ${strict}`

  yield* sql`
    CREATE TABLE webhook_messages (
      ${rowid}
      id ${text} PRIMARY KEY,
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      type ${text} NOT NULL,
      payload ${text} NOT NULL,
      created_at ${integer} NOT NULL
    ) ${strict}`
  yield* sql`CREATE INDEX webhook_messages_of_project ON webhook_messages (project_id, created_at)`
  yield* sql`CREATE INDEX webhook_messages_by_time ON webhook_messages (created_at)`

  // `tries` counts the attempts of the current schedule. `due_at` is the time of the next attempt. During an attempt,
  // `claim` identifies its process, and `due_at` is the time after which another process may retry.
  yield* sql`
    CREATE TABLE webhook_deliveries (
      ${rowid}
      message_id ${text} NOT NULL REFERENCES webhook_messages (id) ON DELETE CASCADE,
      target_id ${text} NOT NULL REFERENCES webhook_targets (id) ON DELETE CASCADE,
      state ${text} NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
      tries ${integer} NOT NULL,
      due_at ${integer} NOT NULL,
      claim ${text},
      PRIMARY KEY (message_id, target_id)
    ) ${strict}`
  yield* sql`CREATE INDEX webhook_deliveries_due ON webhook_deliveries (target_id, state, due_at)`

  yield* sql`
    CREATE TABLE webhook_attempts (
      ${rowid}
      id ${text} PRIMARY KEY,
      message_id ${text} NOT NULL,
      target_id ${text} NOT NULL,
      attempted_at ${integer} NOT NULL,
      duration_millis ${integer} NOT NULL,
      status ${integer},
      problem ${text},
      answer ${text},
      FOREIGN KEY (message_id, target_id) REFERENCES webhook_deliveries (message_id, target_id) ON DELETE CASCADE
    ) ${strict}`
  yield* sql`CREATE INDEX webhook_attempts_of_delivery ON webhook_attempts (message_id, target_id)`
})
