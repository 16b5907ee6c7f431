/** What projects write in their mails, and the mailbox: a copy of every mail that went out. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const mail = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  // A project without a row sends the standard mail.
  yield* sql`
    CREATE TABLE email_templates (
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      type TEXT NOT NULL CHECK (type IN ('email_verification', 'password_reset', 'magic_link', 'team_invitation')),
      subject TEXT NOT NULL,
      content TEXT NOT NULL,
      PRIMARY KEY (project_id, type)
    ) STRICT`

  // `position` is the order of arrival, `taken_at` when somebody who waited for it was given it.
  yield* sql`
    CREATE TABLE mails (
      id TEXT PRIMARY KEY,
      position INTEGER NOT NULL UNIQUE,
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      type TEXT NOT NULL,
      sender TEXT NOT NULL,
      recipient TEXT NOT NULL,
      subject TEXT NOT NULL,
      text TEXT NOT NULL,
      html TEXT NOT NULL,
      links TEXT NOT NULL,
      codes TEXT NOT NULL,
      sent_at INTEGER NOT NULL,
      taken_at INTEGER,
      delivery TEXT NOT NULL CHECK (delivery IN ('mailbox', 'pending', 'delivered', 'failed')),
      delivery_problem TEXT
    ) STRICT`
  yield* sql`CREATE INDEX mails_by_recipient ON mails (recipient, position)`
  yield* sql`CREATE INDEX mails_of_project ON mails (project_id)`
})
