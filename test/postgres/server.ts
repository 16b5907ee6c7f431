/** The PostgreSQL server of the tests, which `start-server.ts` starts. */
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Client, escapeIdentifier } from "pg"
import { inject } from "vitest"

/** The URL of a database with the right to create others. Undefined: the tests run on SQLite only. */
export const server: string | undefined = inject("postgres") ?? process.env["KEYSTILE_TEST_POSTGRES"]

/**
 * True if queries take real time. Tests that move the clock need a service that responds within one turn of the event
 * loop, as one on SQLite does.
 */
export const isOverNetwork = server !== undefined

/** Returns the URL of another database on the server. */
export const databaseUrl = (name: string): string => {
  const url = new URL(server ?? "postgres://localhost")
  url.pathname = `/${name}`
  return url.href
}

/** The port of PgBouncer in front of the server. Undefined: the services connect to the server itself. */
const pooler = inject("pgbouncer")

/** Returns the URL by which a service connects to a database of the server: through PgBouncer if it runs. */
export const serviceUrl = (database: string): string => {
  if (pooler === undefined) return database
  const url = new URL(database)
  url.port = String(pooler)
  url.searchParams.set("pgbouncer", "true")
  return url.href
}

/** Returns the URL by which a test connects to the database of a service: to the server itself. */
export const directUrl = (database: string): string => {
  const url = new URL(database)
  if (server === undefined || url.port !== String(pooler)) return database
  url.port = new URL(server).port
  url.searchParams.delete("pgbouncer")
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

/** Creates an empty database and returns its URL on the server. The database is dropped when the scope closes. */
export const directDatabase = Effect.map(
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

/** Creates an empty database and returns its URL for a service. The database is dropped when the scope closes. */
export const temporaryDatabase = Effect.map(directDatabase, serviceUrl)
