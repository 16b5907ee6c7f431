/**
 * Vitest setup file. With a server in `KEYSTILE_TEST_POSTGRES`, every in-memory database of the service is replaced by
 * a PostgreSQL database, so that the same tests run on both.
 *
 * A database is emptied when its service ends, and reused in this process, by other test files too. One whose record of
 * migrations a test has changed is not reused.
 * `drop-databases.ts` drops all databases of the run.
 */
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import { Client, escapeIdentifier } from "pg"
import { vi } from "vitest"
import type { DatabaseUnusable } from "../../service/sql/database-file.ts"
import type { SqlClient } from "effect/sql"
import { databasePrefix } from "./drop-databases.ts"
import { administer, databaseUrl, server, serviceUrl } from "./server.ts"

declare global {
  /** Emptied databases, ready for the next service of this process. */
  var freeTestDatabases: Array<string> | undefined
}

if (server !== undefined) {
  const free = (globalThis.freeTestDatabases ??= [])

  const make = Effect.promise(async () => {
    const name = `${databasePrefix(process.ppid)}${randomUUID()}`
    await administer((client) => client.query(`CREATE DATABASE ${escapeIdentifier(name)}`))
    return name
  })

  const empty = (name: string) =>
    Effect.promise(async () => {
      const client = new Client({ connectionString: databaseUrl(name) })
      try {
        await client.connect()
        const { rows } = await client.query("SELECT to_regclass('projects') IS NOT NULL AS is_migrated")
        if (rows[0]?.is_migrated === true) {
          const { allMigrations } = await import("../../service/sql/migrate.ts")
          const recorded = await client.query("SELECT migration_id AS number, name FROM migrations ORDER BY 1")
          if (
            !isDeepStrictEqual(
              recorded.rows,
              allMigrations.map(({ name, number }) => ({ number, name }))
            )
          )
            return
          await client.query("DELETE FROM projects; DELETE FROM installation; DELETE FROM limit_buckets")
          // The database refuses to delete entries, unless they are too old.
          await client.query("ALTER TABLE audit_log DISABLE TRIGGER USER; DELETE FROM audit_log")
          await client.query("ALTER TABLE audit_log ENABLE TRIGGER USER; UPDATE audit_log_retention SET kept_from = 0")
        }
        free.push(name)
      } finally {
        await client.end()
      }
    })

  vi.doMock("../../service/sql/database.ts", async (load) => {
    const original: typeof import("../../service/sql/database.ts") = await load()
    const layer = (database: string): Layer.Layer<SqlClient.SqlClient, DatabaseUnusable> =>
      database === original.MEMORY
        ? Layer.unwrap(
            Effect.map(
              Effect.acquireRelease(
                Effect.suspend(() => {
                  const name = free.pop()
                  return name === undefined ? make : Effect.succeed(name)
                }),
                empty
              ),
              (name) => original.layer(serviceUrl(databaseUrl(name)))
            )
          )
        : original.layer(database)
    return { ...original, layer }
  })
}
