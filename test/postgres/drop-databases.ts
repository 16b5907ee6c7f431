/** Vitest global setup: drops the databases that a run has created on the server in `KEYSTILE_TEST_POSTGRES`. */
import { Client, escapeIdentifier } from "pg"

/** Beginning of the names of the databases that the workers of a Vitest process create. */
export const databasePrefix = (vitestProcess: number) => `keystile_test_${vitestProcess}_`

export default function setup() {
  const server = process.env["KEYSTILE_TEST_POSTGRES"]
  if (server === undefined) return
  return async () => {
    const client = new Client({ connectionString: server })
    await client.connect()
    try {
      const { rows } = await client.query<{ datname: string }>(
        "SELECT datname FROM pg_database WHERE starts_with(datname, $1)",
        [databasePrefix(process.pid)]
      )
      for (const { datname } of rows)
        await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(datname)} WITH (FORCE)`)
    } finally {
      await client.end()
    }
  }
}
