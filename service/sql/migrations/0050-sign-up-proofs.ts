/** Adds the checks of sign-ups that projects require, and the challenges that were used. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const signUpProofs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes
  yield* sql`
    CREATE TABLE project_sign_up_proofs (
      project_id ${text} PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
      type ${text} NOT NULL,
      difficulty ${integer},
      site_key ${text},
      secret_key ${text}
    ) ${strict}`
  yield* sql`
    CREATE TABLE used_challenges (
      challenge ${text} PRIMARY KEY,
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      expires_at ${integer} NOT NULL
    ) ${strict}`
  yield* sql`CREATE INDEX used_challenges_by_expiry ON used_challenges (expires_at)`
  yield* sql`CREATE INDEX used_challenges_of_project ON used_challenges (project_id)`
})
