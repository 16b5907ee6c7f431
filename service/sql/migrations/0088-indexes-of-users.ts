/** Adds indexes that find the codes and OAuth flows of a user. The deletion of each user read these whole tables. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const indexesOfUsers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX verification_codes_of_user ON verification_codes (user_id)`
  yield* sql`CREATE INDEX oauth_flows_of_user ON oauth_flows (project_id, user_id)`
  yield* sql`CREATE INDEX oauth_authorization_codes_of_user ON oauth_authorization_codes (project_id, user_id)`
})
