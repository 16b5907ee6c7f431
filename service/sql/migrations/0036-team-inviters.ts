/** Adds the sender of an invitation, who ends it by leaving the team. Invitations from before have no sender. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const teamInviters = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { text } = yield* columnTypes
  yield* sql`ALTER TABLE team_invitations ADD COLUMN inviter_id ${text} REFERENCES users (id) ON DELETE CASCADE`
  yield* sql`CREATE INDEX invitations_of_inviter ON team_invitations (inviter_id)`
})
