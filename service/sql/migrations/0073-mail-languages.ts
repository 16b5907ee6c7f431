/** Adds the language of users and projects for mails, and the texts of mails in other languages. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const mailLanguages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes
  // NULL is not known. Versions without the columns write beside this one.
  yield* sql`ALTER TABLE users ADD COLUMN language ${text}`
  yield* sql`ALTER TABLE project_configs ADD COLUMN mail_language ${text}`
  yield* sql`
    ALTER TABLE project_configs
    ADD COLUMN translate_mails ${integer} NOT NULL DEFAULT 1 CHECK (translate_mails IN (0, 1))`
  // The project's own template for a language. Those of email_templates are for all languages without one.
  yield* sql`
    CREATE TABLE translated_email_templates (
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      type ${text} NOT NULL CHECK (type IN ('email_verification', 'password_reset', 'magic_link', 'team_invitation')),
      language ${text} NOT NULL,
      subject ${text} NOT NULL,
      content ${text} NOT NULL,
      PRIMARY KEY (project_id, type, language)
    ) ${strict}`
})
