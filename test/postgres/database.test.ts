/** Connections to PostgreSQL, and behavior that differs from SQLite. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Redacted } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { freePort } from "../free-port.mjs"
import { layerTest } from "../../service/development.ts"
import * as Database from "../../service/sql/database.ts"
import * as Postgres from "../../service/sql/postgres.ts"
import { nameOfDatabase } from "../../service/sql/postgres-database.ts"
import { inTransaction } from "../../service/sql/rows.ts"
import { seedWith, signIn } from "../service/fixture.ts"
import { administer, directDatabase, server, temporaryDatabase } from "./server.ts"

const start = (database: string) => layerTest({ database, seed: seedWith() })

const refusalOf = (database: string) =>
  Effect.map(Effect.flip(Effect.provide(Effect.void, start(database))), ({ _tag, message }) => {
    assert.strictEqual(_tag, "DatabaseUnusable")
    assert.notInclude(message, "\n")
    assert.notInclude(message, "s3cret")
    return message
  })

const withUser = (database: string, user: string) => {
  const url = new URL(database)
  url.username = user
  url.password = "s3cret"
  return url.href
}

describe("the name of a database in messages", () => {
  it("contains no password and no options", () => {
    assert.strictEqual(nameOfDatabase("keystile.db"), "keystile.db")
    assert.strictEqual(
      nameOfDatabase("postgres://u:s3cret@db.example:5433/n?sslmode=require"),
      "postgres://u@db.example:5433/n"
    )
    assert.strictEqual(nameOfDatabase("postgresql://localhost/n?password=s3cret"), "postgres://localhost/n")
    assert.strictEqual(nameOfDatabase("postgres:///n?host=/run/postgresql"), "postgres:///run/postgresql/n")
    assert.strictEqual(nameOfDatabase("postgres://u:s3cret@:port/x"), "postgres://…")
    assert.strictEqual(nameOfDatabase("postgres:///u:s3cret@db.example/n"), "postgres://…")
    assert.strictEqual(nameOfDatabase("mysql://u:s3cret@db.example/n"), "mysql://…")
  })
})

describe("an unreachable PostgreSQL server", () => {
  it.effect("is reported in one line", () =>
    Effect.gen(function* () {
      const url = `postgres://keystile:s3cret@127.0.0.1:${yield* Effect.promise(() => freePort())}/keystile`
      assert.match(
        yield* refusalOf(url),
        /^The database postgres:\/\/keystile@127\.0\.0\.1:\d+\/keystile cannot be used: no server responds there\.$/
      )
    })
  )

  it.effect("is not contacted for a URL without a host", () =>
    Effect.gen(function* () {
      assert.match(yield* refusalOf("postgres://u:s3cret@:port/x"), /URL cannot be read/)
    })
  )
})

describe.skipIf(server === undefined)("a PostgreSQL database", () => {
  it.effect("keeps users across restarts", () =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      const first = yield* Effect.provide(signIn(), start(url))
      const second = yield* Effect.provide(signIn(), start(url))
      assert.strictEqual(second.user_id, first.user_id)
    })
  )

  it.effect("that cannot be used is refused in one line and stays unchanged", () =>
    Effect.gen(function* () {
      const url = yield* directDatabase
      const missing = new URL(url)
      missing.pathname = "/keystile_there_is_none"
      assert.match(yield* refusalOf(missing.href), /no such database/)

      const user = `keystile_guest_${process.pid}`
      yield* Effect.acquireRelease(
        Effect.promise(() => administer((client) => client.query(`CREATE ROLE ${user} LOGIN`))),
        () => Effect.promise(() => administer((client) => client.query(`DROP ROLE ${user}`)))
      )
      assert.match(yield* refusalOf(withUser(url, user)), /may not create tables/)
      assert.match(
        yield* refusalOf(withUser(url, "keystile_nobody")),
        /does not let this user in|does not take this password/
      )
    })
  )

  it.effect("of a newer version stays unchanged", () =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      yield* Effect.provide(Effect.void, start(url))
      yield* Effect.provide(
        SqlClient.SqlClient.use((sql) => sql`INSERT INTO migrations (migration_id, name) VALUES (9999, 'later')`),
        Postgres.layer(Redacted.make(url))
      )
      assert.match(
        yield* refusalOf(url),
        /made by a newer Keystile: it has the migration 9999_later, and this version ends at \d+\. Update Keystile/
      )
    })
  )

  it.live("is migrated once when two processes start at the same time", () =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      const all = yield* Effect.all(
        Array.from({ length: 6 }, () =>
          Effect.exit(
            Effect.provide(
              SqlClient.SqlClient.use((sql) => sql<{ n: number }>`SELECT count(*) AS n FROM migrations`),
              Layer.fresh(Database.layer(url))
            )
          )
        ),
        { concurrency: "unbounded" }
      )
      const counts = all.map((exit) => (Exit.isSuccess(exit) ? exit.value[0]?.n : exit.cause))
      assert.deepStrictEqual(
        counts,
        Array.from({ length: 6 }, () => counts[0])
      )
      assert.isAbove(Number(counts[0]), 10)
    })
  )

  it.effect("returns numbers, texts and booleans as SQLite does", () =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      const read = SqlClient.SqlClient.use(
        (sql) =>
          sql`SELECT CAST(9007199254740991 AS BIGINT) AS big, count(*) AS n, 1 = 1 AS yes, 1 = 2 AS no,
          CAST(0.5 AS DOUBLE PRECISION) AS half, '{"a":1}' AS json, NULL AS nothing`
      )
      const rows = yield* Effect.provide(read, Postgres.layer(Redacted.make(url)))
      assert.deepStrictEqual(
        rows.map((row) => ({ ...row })),
        [{ big: 9007199254740991, n: 1, yes: 1, no: 0, half: 0.5, json: '{"a":1}', nothing: null }]
      )
    })
  )

  it.live("retries transactions that conflict, so that all of them commit", () =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      const program = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE counters (id BIGINT PRIMARY KEY, n BIGINT NOT NULL)`
        yield* sql`INSERT INTO counters (id, n) VALUES (1, 0)`
        const increment = inTransaction(
          Effect.gen(function* () {
            const [row] = yield* sql<{ n: number }>`SELECT n FROM counters WHERE id = 1`
            yield* sql`UPDATE counters SET n = ${(row?.n ?? 0) + 1} WHERE id = 1`
          })
        )
        yield* Effect.all(
          Array.from({ length: 40 }, () => increment),
          { concurrency: 20 }
        )
        const [row] = yield* sql<{ n: number }>`SELECT n FROM counters WHERE id = 1`
        assert.strictEqual(row?.n, 40)
      })
      yield* Effect.provide(program, Postgres.layer(Redacted.make(url)))
    })
  )

  it.live(
    "rolls back and releases its locks when a transaction is interrupted",
    () =>
      Effect.gen(function* () {
        const url = yield* temporaryDatabase
        const program = Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`CREATE TABLE things (id BIGINT PRIMARY KEY)`
          const half = inTransaction(Effect.andThen(sql`INSERT INTO things (id) VALUES (1)`, sql`SELECT pg_sleep(5)`))
          const ended: Exit.Exit<unknown, SqlError.SqlError> = yield* Effect.exit(
            Effect.timeoutOrElse(half, {
              duration: "200 millis",
              orElse: () => Effect.interrupt
            })
          )
          assert.isTrue(Exit.isFailure(ended))
          yield* inTransaction(sql`INSERT INTO things (id) VALUES (1)`)
        })
        yield* Effect.provide(program, Postgres.layer(Redacted.make(url)))
      }),
    20_000
  )
})
