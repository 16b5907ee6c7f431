/** The PostgreSQL server of the tests: `scripts/test/postgres.mjs` finds or starts one and says where it is. */
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Client, escapeIdentifier } from "pg"

/** The URL of a database from which others may be made; undefined: the tests run on SQLite only. */
export const server: string | undefined = process.env["KEYSTILE_TEST_POSTGRES"]

/**
 * Tests that move the clock and look at once what came of it ask for a service that answers within the same turn of the
 * event loop, as one on SQLite does.
 */
export const isOverNetwork = server !== undefined

/** The URL of another database of the server. */
export const databaseUrl = (name: string): string => {
  const url = new URL(server ?? "postgres://localhost")
  url.pathname = `/${name}`
  return url.href
}

/** Does something as the owner of the server. */
export const administer = async <A>(work: (client: Client) => Promise<A>): Promise<A> => {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The URL of an empty database that is gone with the scope. */
export const temporaryDatabase = Effect.map(
  Effect.acquireRelease(
    Effect.promise(async () => {
      const name = `keystile_test_${randomUUID()}`
      await administer((client) => client.query(`CREATE DATABASE ${escapeIdentifier(name)}`))
      return name
    }),
    (name) =>
      Effect.promise(() =>
        administer((client) => client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`))
      )
  ),
  databaseUrl
)
