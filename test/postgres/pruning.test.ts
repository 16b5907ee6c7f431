/** Pruning of a database that several processes share. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as ExpiredRowsStore from "../../service/pruning/expired-rows-store.ts"
import * as Database from "../../service/sql/database.ts"
import { pruningLocks } from "../../service/sql/dialect.ts"
import { DAY } from "../durations.ts"
import { connectTo } from "./connected.ts"
import { server, temporaryDatabase } from "./server.ts"

/** Opens a connection that holds an advisory lock of pruning until its transaction ends. */
const holdPruningLock = (url: string, lock: keyof typeof pruningLocks) =>
  Effect.tap(connectTo(url), (client) =>
    Effect.promise(async () => {
      await client.query("BEGIN")
      await client.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema(), ${pruningLocks[lock]}))`)
    })
  )

const insertExpiredCodes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE verification_codes DROP CONSTRAINT verification_codes_project_id_fkey`
  yield* sql`
    INSERT INTO verification_codes
      (id, project_id, kind, code_hash, tail_hash, data, attempts, created_at, expires_at)
    SELECT 'code-' || n, 'p', 'mfa_attempt', 'hash-' || n, 'tail', '{}', 0, 0, 1
    FROM generate_series(1, 700) AS n`
})

describe.skipIf(server === undefined)("pruning on PostgreSQL", () => {
  it.live("is skipped while another process prunes", () =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      yield* Effect.gen(function* () {
        const { prune } = yield* ExpiredRowsStore.ExpiredRowsStore
        yield* insertExpiredCodes
        const other = yield* holdPruningLock(url, "expiredRows")
        assert.strictEqual(yield* prune(DAY), 0)
        yield* Effect.promise(() => other.query("COMMIT"))
        assert.strictEqual(yield* prune(DAY), 700)
      }).pipe(
        Effect.provide(
          Layer.provideMerge(
            ExpiredRowsStore.layer({ accessToken: 600_000, auditEntry: 365 * DAY }),
            Database.layer(url)
          )
        )
      )
    }).pipe(Effect.scoped)
  )

  it.live("deletes expired rows while another process deletes old webhook messages", () =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      yield* Effect.gen(function* () {
        const { prune } = yield* ExpiredRowsStore.ExpiredRowsStore
        yield* insertExpiredCodes
        yield* holdPruningLock(url, "webhookMessages")
        assert.strictEqual(yield* prune(DAY), 700)
      }).pipe(
        Effect.provide(
          Layer.provideMerge(
            ExpiredRowsStore.layer({ accessToken: 600_000, auditEntry: 365 * DAY }),
            Database.layer(url)
          )
        )
      )
    }).pipe(Effect.scoped)
  )
})
