/** Adds what a server notes about the sign-up of a user: the country, and estimates of abuse. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const userSignals = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, text } = yield* columnTypes
  yield* sql`ALTER TABLE users ADD COLUMN country_code ${text}`
  for (const column of ["bot_risk", "free_trial_abuse_risk"]) {
    yield* sql`
      ALTER TABLE users
      ADD COLUMN ${sql(column)} ${integer} NOT NULL DEFAULT 0 CHECK (${sql(column)} BETWEEN 0 AND 100)`
  }
})
