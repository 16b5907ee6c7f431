/** The service in a schema of its own, in the PostgreSQL database of an application. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Client } from "pg"
import { layerTest } from "../../service/development.ts"
import { createService, DatabaseUnusable } from "../../service/production-entry.ts"
import { PROJECT_ID, seedWith } from "../service/fixture.ts"
import { makeRawClient } from "../service/raw-client.ts"
import { servers, startApplication } from "../service/mounted/servers.ts"
import { server, directDatabase } from "./server.ts"

/** Runs SQL as the application does: without a schema. */
const query = (url: string, text: string) =>
  Effect.promise(async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(text)).rows as ReadonlyArray<Record<string, unknown>>
    } finally {
      await client.end()
    }
  })

/**
 * A database with tables of an application, whose names are also names of tables of the service. PgBouncer does not
 * support a schema in the URL.
 */
const applicationDatabase = Effect.tap(directDatabase, (url) =>
  query(
    url,
    `CREATE TABLE users (name text); INSERT INTO users VALUES ('of the application');
     CREATE TABLE migrations (version text); INSERT INTO migrations VALUES ('1');`
  )
)

const options = (database: string) => ({
  publicUrl: "https://app.example.com/api/auth",
  database,
  secrets: "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7",
  mail: "log"
})

const startOf = (given: Parameters<typeof createService>[0]) =>
  Effect.promise(async () => {
    const { close, start } = createService(given)
    try {
      await start()
      return null
    } catch (error) {
      return error
    } finally {
      await close()
    }
  })

describe.skipIf(server === undefined)("a service in the database of an application", () => {
  it.live("creates its tables in the schema keystile, and leaves the application's alone", () =>
    Effect.gen(function* () {
      const database = yield* applicationDatabase
      assert.isNull(yield* startOf(options(database)))
      assert.deepStrictEqual(yield* query(database, "SELECT * FROM users"), [{ name: "of the application" }])
      assert.deepStrictEqual(yield* query(database, "SELECT * FROM migrations"), [{ version: "1" }])
      const tables = yield* query(
        database,
        "SELECT schemaname AS schema, count(*)::int > 20 AS many FROM pg_tables " +
          "WHERE schemaname NOT IN ('pg_catalog', 'information_schema') GROUP BY 1 ORDER BY 1"
      )
      assert.deepStrictEqual(tables, [
        { schema: "keystile", many: true },
        { schema: "public", many: false }
      ])
    }).pipe(Effect.scoped)
  )

  it.live("creates the schema once when several processes start at the same time", () =>
    Effect.gen(function* () {
      const database = yield* applicationDatabase
      const started = yield* Effect.all(
        Array.from({ length: 4 }, () => startOf({ ...options(database), databaseSchema: "sign_in" })),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(started, [null, null, null, null])
    }).pipe(Effect.scoped)
  )

  it.live("refuses a schema with tables of another program", () =>
    Effect.gen(function* () {
      const database = yield* applicationDatabase
      yield* query(database, "CREATE SCHEMA shop; CREATE TABLE shop.orders (id integer)")
      const error = yield* startOf({ ...options(database), databaseSchema: "shop" })
      assert.instanceOf(error, DatabaseUnusable)
      assert.include(error.message, "its schema shop contains tables of another program, such as orders.")
      const tables = yield* query(database, "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'shop'")
      assert.deepStrictEqual(tables, [{ name: "orders" }])
    }).pipe(Effect.scoped)
  )

  it.live("refuses a schema of a newer version", () =>
    Effect.gen(function* () {
      const database = yield* applicationDatabase
      assert.isNull(yield* startOf(options(database)))
      yield* query(database, "INSERT INTO keystile.migrations (migration_id, name) VALUES (9999, 'later')")
      const error = yield* startOf(options(database))
      assert.instanceOf(error, DatabaseUnusable)
      assert.include(error.message, "it was made by a newer Keystile")
    }).pipe(Effect.scoped)
  )

  it.live.each(servers)("signs users up in the schema, mounted in %s", ([, start]) =>
    Effect.gen(function* () {
      const database = yield* applicationDatabase
      const inSchema = new URL(database)
      inSchema.searchParams.set("schema", "keystile")
      yield* Effect.scoped(Layer.build(layerTest({ database: inSchema.href, seed: seedWith() })))
      const { url } = yield* startApplication(start, { database, mail: "log" })
      const client = makeRawClient(url)
      const session = yield* client.signUp("grace@example.com", "verdigris-lantern-42")
      assert.strictEqual(yield* client.me(session.access_token), session.user_id)
      const [stored] = yield* query(
        database,
        `SELECT count(*)::int AS users FROM keystile.users WHERE project_id = '${PROJECT_ID}'`
      )
      assert.deepStrictEqual(stored, { users: 2 })
      assert.deepStrictEqual(yield* query(database, "SELECT * FROM users"), [{ name: "of the application" }])
    }).pipe(Effect.scoped)
  )
})
