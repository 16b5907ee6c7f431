/** Rate limits in a database that several processes share. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeSharedBuckets } from "../../service/http/rate-limits/bucket-store.ts"
import * as Database from "../../service/sql/database.ts"
import { MINUTE } from "../durations.ts"
import { server, temporaryDatabase } from "./server.ts"

const rate = { burst: 2, perMinute: 1 }

describe.skipIf(server === undefined)("limit buckets on PostgreSQL", () => {
  it.live("are deleted once they are full, at most 500 with one request", () =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const buckets = makeSharedBuckets(sql)
        const now = 10 * MINUTE
        yield* sql`INSERT INTO limit_buckets (key, full_at) SELECT 'full-' || n, n FROM generate_series(1, 1200) AS n`
        yield* sql`INSERT INTO limit_buckets (key, full_at) VALUES ('in use', ${now + 1})`
        const full = Effect.map(sql`SELECT key FROM limit_buckets WHERE full_at <= ${now}`, (rows) => rows.length)
        const counts: Array<number> = []
        for (let request = 0; request < 3; request++) {
          yield* buckets.take({ key: `key ${request}`, rate }, now)
          counts.push(yield* full)
        }
        assert.deepStrictEqual(counts, [700, 200, 0])
        assert.lengthOf(yield* sql`SELECT key FROM limit_buckets WHERE key = 'in use'`, 1)
        // The next deletion is a minute later.
        yield* sql`INSERT INTO limit_buckets (key, full_at) VALUES ('full later', 1)`
        yield* buckets.take({ key: "key", rate }, now + MINUTE - 1)
        assert.strictEqual(yield* full, 1)
        yield* buckets.take({ key: "key", rate }, now + MINUTE)
        assert.strictEqual(yield* full, 0)
      }).pipe(Effect.provide(Database.layer(url)))
    }).pipe(Effect.scoped)
  )

  it.live("refill from the time to which the clock is set back", () =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      yield* Effect.gen(function* () {
        const buckets = makeSharedBuckets(yield* SqlClient.SqlClient)
        const take = (now: number) => buckets.take({ key: "key", rate }, now)
        const ahead = 24 * 60 * MINUTE
        assert.deepStrictEqual([yield* take(ahead), yield* take(ahead)], [0, 0])
        assert.strictEqual(yield* take(ahead), MINUTE)
        assert.strictEqual(yield* take(0), MINUTE)
        assert.strictEqual(yield* take(MINUTE / 2), MINUTE / 2)
        assert.strictEqual(yield* take(MINUTE), 0)
        assert.strictEqual(yield* take(MINUTE), MINUTE)
      }).pipe(Effect.provide(Database.layer(url)))
    }).pipe(Effect.scoped)
  )

  it.live("are deleted after the clock is set back", () =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const buckets = makeSharedBuckets(sql)
        yield* buckets.take({ key: "ahead", rate }, 100 * MINUTE)
        yield* sql`INSERT INTO limit_buckets (key, full_at) VALUES ('full', 1)`
        yield* buckets.take({ key: "key", rate }, 10 * MINUTE)
        assert.lengthOf(yield* sql`SELECT key FROM limit_buckets WHERE key = 'full'`, 0)
      }).pipe(Effect.provide(Database.layer(url)))
    }).pipe(Effect.scoped)
  )
})
