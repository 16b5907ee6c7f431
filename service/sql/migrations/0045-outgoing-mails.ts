/** Creates the table of mails that are sent by a mail server. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const outgoingMails = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, rowid, strict, text } = yield* columnTypes

  // `tries` counts the attempts, `problem` is that of the last one. `due_at` is the time of the next attempt. During an
  // attempt, `claim` identifies it, and `due_at` is the time after which another process may retry. `content` is NULL
  // once the mail is delivered or has failed.
  yield* sql`
    CREATE TABLE outgoing_mails (
      ${rowid}
      id ${text} PRIMARY KEY,
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      type ${text} NOT NULL,
      recipient ${text} NOT NULL,
      message_id ${text} NOT NULL,
      content ${text},
      created_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL,
      state ${text} NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
      tries ${integer} NOT NULL,
      due_at ${integer} NOT NULL,
      claim ${text},
      problem ${text},
      finished_at ${integer}
    ) ${strict}`
  yield* sql`CREATE INDEX outgoing_mails_due ON outgoing_mails (state, project_id, due_at)`
  yield* sql`CREATE INDEX outgoing_mails_finished ON outgoing_mails (state, finished_at)`
  yield* sql`CREATE INDEX outgoing_mails_of_project ON outgoing_mails (project_id, created_at)`
})
