/** Adds an index of the sign-ins in the audit log, by which the metrics count them. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The actions of a sign-in. A query has to repeat the condition, so that the index is used. */
export const signInCondition =
  "action IN ('POST /auth/password/sign-in', 'POST /auth/otp/sign-in', 'POST /auth/passkey/sign-in', " +
  "'POST /auth/mfa/sign-in', 'GET /auth/oauth/callback/:provider_id')"

export const signInsByTime = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE INDEX audit_log_sign_ins ON audit_log (project_id, created_at, action, outcome, code)
    WHERE ${sql.literal(signInCondition)}`
})
