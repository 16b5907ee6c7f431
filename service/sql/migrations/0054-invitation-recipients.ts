/** Adds the recipient of an invitation in the form in which it is compared, so that users find their invitations. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

const readInvitations = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ id: Schema.String, recipient_email: Schema.String }))
)

const withoutCase = (address: string): string => {
  const at = address.lastIndexOf("@") + 1
  const local = address.slice(0, at).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  return local + address.slice(at).toLowerCase()
}

export const invitationRecipients = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { text } = yield* columnTypes
  yield* sql`ALTER TABLE team_invitations ADD COLUMN recipient_key ${text} NOT NULL DEFAULT ''`
  const invitations = readInvitations(yield* sql`SELECT id, recipient_email FROM team_invitations`)
  for (const { id, recipient_email } of invitations) {
    yield* sql`UPDATE team_invitations SET recipient_key = ${withoutCase(recipient_email)} WHERE id = ${id}`
  }
  yield* sql`CREATE INDEX invitations_of_recipient ON team_invitations (project_id, recipient_key)`
})
