/** The PostgreSQL server of the tests, which `start-server.ts` starts. */
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Client, escapeIdentifier } from "pg"
import { inject } from "vitest"

/** The URL of a database with the right to create others. Undefined: the tests run on SQLite only. */
export const server: string | undefined = inject("postgres") ?? process.env["KEYSTILE_TEST_POSTGRES"]

/**
 * True if queries take real time. Tests that move the clock need a service that answers within one turn of the event
 * loop, as one on SQLite does.
 */
export const isOverNetwork = server !== undefined

/** Returns the URL of another database on the server. */
export const databaseUrl = (name: string): string => {
  const url = new URL(server ?? "postgres://localhost")
  url.pathname = `/${name}`
  return url.href
}

/** Runs statements as the owner of the server. */
export const administer = async <A>(work: (client: Client) => Promise<A>): Promise<A> => {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Creates an empty database and returns its URL. The database is dropped when the scope closes. */
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
