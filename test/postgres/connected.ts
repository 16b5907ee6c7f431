/** Connections to PostgreSQL besides those of the service. */
import { Effect } from "effect"
import { Client } from "pg"
import { directUrl } from "./server.ts"

/** Opens a connection to the server itself, which ends when the scope closes. */
export const connectTo = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client({ connectionString: directUrl(url) })
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )

/** Runs statements on a connection of their own, and returns the rows of the last one. */
export const query = (url: string, statements: string) =>
  Effect.scoped(
    Effect.flatMap(connectTo(url), (client) => Effect.promise(async () => (await client.query(statements)).rows))
  )
