/** Creates the tables of mail templates and of the mailbox, which has a copy of every sent mail. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const mail = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { counter, integer, strict, text } = yield* columnTypes

  // A project without a row uses the default template.
  yield* sql`
    CREATE TABLE email_templates (
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      type ${text} NOT NULL CHECK (type IN ('email_verification', 'password_reset', 'magic_link', 'team_invitation')),
      subject ${text} NOT NULL,
      content ${text} NOT NULL,
      PRIMARY KEY (project_id, type)
    ) ${strict}`

  // `position` is the order of arrival. `taken_at` is the time at which a caller received the mail.
  yield* sql`
    CREATE TABLE mails (
      id ${text} PRIMARY KEY,
      position ${counter} NOT NULL UNIQUE,
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      type ${text} NOT NULL,
      sender ${text} NOT NULL,
      recipient ${text} NOT NULL,
      subject ${text} NOT NULL,
      text ${text} NOT NULL,
      html ${text} NOT NULL,
      links ${text} NOT NULL,
      codes ${text} NOT NULL,
      sent_at ${integer} NOT NULL,
      taken_at ${integer},
      delivery ${text} NOT NULL CHECK (delivery IN ('mailbox', 'pending', 'delivered', 'failed')),
      delivery_problem ${text}
    ) ${strict}`
  yield* sql`CREATE INDEX mails_by_recipient ON mails (recipient, position)`
  yield* sql`CREATE INDEX mails_of_project ON mails (project_id)`
})
