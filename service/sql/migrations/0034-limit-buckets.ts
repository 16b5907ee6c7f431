/** Creates the table of rate limits that several processes share. The key is a hash, so no address is stored. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const limitBuckets = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { real, strict, text } = yield* columnTypes

  // A row has no effect after `full_at`, when its bucket is full again.
  yield* sql`
    CREATE TABLE limit_buckets (
      key ${text} PRIMARY KEY,
      full_at ${real} NOT NULL
    ) ${strict}`
  yield* sql`CREATE INDEX limit_buckets_by_time ON limit_buckets (full_at)`
})
