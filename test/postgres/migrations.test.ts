/** PostgreSQL databases of earlier versions, and databases with other recorded migrations. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { Client } from "pg"
import { layerTest } from "../../service/development.ts"
import * as Database from "../../service/sql/database.ts"
import { assertServesEarlierUser, earlierDatabases } from "../service/sql/earlier-databases/earlier-database.ts"
import { MIGRATION_LOCK } from "../../service/sql/migrate.ts"
import { connectTo, query } from "./connected.ts"
import { directDatabase, server, temporaryDatabase } from "./server.ts"
import { untilBlocked } from "./until-blocked.ts"
import { collectLog } from "../service/collect-log.ts"

/** Returns every column, constraint and index of the schema, without the positions of columns. */
const schemaOf = Effect.fnUntraced(function* (url: string) {
  const columns = yield* query(
    url,
    `SELECT table_name, column_name, data_type, is_nullable, column_default, is_identity, collation_name
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, column_name`
  )
  const constraints = yield* query(
    url,
    `SELECT conrelid::regclass::text AS table_name, conname, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`
  )
  const indexes = yield* query(url, "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname")
  return { columns, constraints, indexes }
})

/** Waits until a statement that waits for the migration lock has run for this number of milliseconds. */
const untilWaited = (client: Client, milliseconds: number): Effect.Effect<void> =>
  Effect.flatMap(
    Effect.promise(() =>
      client.query(
        `
        SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event = 'advisory'
          AND clock_timestamp() - query_start > $1 * interval '1 millisecond'`,
        [milliseconds]
      )
    ),
    ({ rows }) => (rows.length > 0 ? Effect.void : untilWaited(client, milliseconds))
  )

const start = (database: string) => Effect.provide(Effect.void, layerTest({ database }))

describe.skipIf(server === undefined)("a PostgreSQL database of an earlier commit", () => {
  it.effect.each(earlierDatabases)("opens with its users and gets the schema of a new one ($commit)", ({ postgres }) =>
    Effect.gen(function* () {
      const old = yield* temporaryDatabase
      yield* query(old, postgres)
      yield* Effect.provide(assertServesEarlierUser, layerTest({ database: old }))
      const fresh = yield* temporaryDatabase
      yield* start(fresh)
      assert.deepStrictEqual(yield* schemaOf(old), yield* schemaOf(fresh))
    })
  )

  it.effect("gets every missing migration, also those with a lower number than its newest", () =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      yield* start(url)
      const complete = yield* schemaOf(url)
      yield* query(url, "DROP TABLE totp_uses; DELETE FROM migrations WHERE name = 'second_factor'")
      yield* start(url)
      assert.deepStrictEqual(yield* schemaOf(url), complete)
    })
  )

  it.effect("is refused when a known number has another migration", () =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      yield* start(url)
      yield* query(url, "UPDATE migrations SET name = 'gardens' WHERE migration_id = 10")
      const { message } = yield* Effect.flip(start(url))
      assert.match(message, /its history differs from this version's: it has the migration 0010_gardens/)
    })
  )
})

describe.skipIf(server === undefined)("a PostgreSQL database that another process migrates", () => {
  it.effect(
    "is opened when the other has finished, also after the timeout of statements, and the log has the reason",
    () =>
      Effect.gen(function* () {
        const url = yield* directDatabase
        const other = yield* connectTo(url)
        yield* Effect.promise(() => other.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`))
        const { lines, logger } = collectLog()
        const started = yield* Effect.forkChild(
          Effect.provide(start(`${url}?statement_timeout=2000&query_timeout=2000`), logger),
          {
            startImmediately: true
          }
        )
        yield* Effect.raceFirst(untilBlocked(other, "pg_advisory_xact_lock"), Fiber.join(started))
        yield* TestClock.adjust("5 seconds")
        assert.deepStrictEqual(lines, [
          "Another process applies migrations to the database. The start continues when it has finished."
        ])
        yield* Effect.raceFirst(untilWaited(other, 2500), Fiber.join(started))
        yield* Effect.promise(() => other.query(`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`))
        yield* Fiber.join(started)
      })
  )

  it.live(
    "is left as it was when a table stays locked for 30 seconds",
    () =>
      Effect.gen(function* () {
        const url = yield* directDatabase
        yield* start(url)
        yield* query(url, "DROP TABLE totp_uses; DELETE FROM migrations WHERE name = 'second_factor'")
        const other = yield* connectTo(url)
        yield* Effect.promise(() => other.query("BEGIN; LOCK TABLE migrations IN SHARE MODE"))
        const { message } = yield* Effect.flip(start(url))
        assert.match(message, /another transaction, for example that of pg_dump, has locked a table/)
      }),
    120_000
  )
})

describe.skipIf(server === undefined)("a PostgreSQL database of a command", () => {
  const open = (layer: ReturnType<typeof Database.layerMigrated>) => Effect.provide(Effect.void, layer)

  it.effect("is refused without tables, unless the command creates them", () =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      const { message } = yield* Effect.flip(open(Database.layerMigrated(url)))
      assert.match(message, /cannot be used: it has no tables of the service\. Check its name/)
      assert.deepStrictEqual(yield* query(url, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'"), [])
      yield* open(Database.layerCreated(url))
      yield* open(Database.layerMigrated(url))
    })
  )

  it.effect("is refused without a change if it lacks migrations", () =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      yield* start(url)
      yield* query(url, "DROP TABLE totp_uses; DELETE FROM migrations WHERE name = 'second_factor'")
      for (const layer of [Database.layerMigrated(url), Database.layerCreated(url)]) {
        assert.match((yield* Effect.flip(open(layer))).message, /it lacks 1 migration\(s\) of this version/)
      }
      assert.deepStrictEqual(yield* query(url, "SELECT to_regclass('totp_uses') AS found"), [{ found: null }])
    })
  )
})
