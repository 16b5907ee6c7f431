/**
 * Vitest setup file. With a server in `KEYSTILE_TEST_POSTGRES`, every in-memory database of the service is replaced by
 * a PostgreSQL database, so that the same tests run on both.
 *
 * A database is emptied when its service ends, and reused in this process.
 */
import { Effect, Layer } from "effect"
import { Client, escapeIdentifier } from "pg"
import { afterAll, vi } from "vitest"
import type { DatabaseUnusable } from "../../service/sql/database-file.ts"
import type { SqlClient } from "effect/sql"
import { administer, databaseUrl, server } from "./server.ts"

if (server !== undefined) {
  const free: Array<string> = []
  const made: Array<string> = []

  const make = Effect.promise(async () => {
    const name = `keystile_test_${process.pid}_${made.length}_${Date.now().toString(36)}`
    made.push(name)
    await administer((client) => client.query(`CREATE DATABASE ${escapeIdentifier(name)}`))
    return name
  })

  const empty = (name: string) =>
    Effect.promise(async () => {
      const client = new Client({ connectionString: databaseUrl(name) })
      try {
        await client.connect()
        const { rows } = await client.query("SELECT to_regclass('projects') IS NOT NULL AS is_migrated")
        if (rows[0]?.is_migrated === true)
          await client.query("DELETE FROM projects; DELETE FROM installation; DELETE FROM limit_buckets")
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
              (name) => original.layer(databaseUrl(name))
            )
          )
        : original.layer(database)
    return { ...original, layer }
  })

  afterAll(() =>
    administer(async (client) => {
      for (const name of made) await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`)
    })
  )
}
