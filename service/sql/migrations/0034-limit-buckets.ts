/** How often calls came lately, where several processes count together. The key is a hash: no address is stored. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const limitBuckets = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { real, strict, text } = yield* columnTypes

  // A bucket that is full at `full_at` and not touched before is the same as none.
  yield* sql`
    CREATE TABLE limit_buckets (
      key ${text} PRIMARY KEY,
      full_at ${real} NOT NULL
    ) ${strict}`
  yield* sql`CREATE INDEX limit_buckets_by_time ON limit_buckets (full_at)`
})
