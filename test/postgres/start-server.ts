/** Vitest global set-up of the project `postgres`: starts a PostgreSQL server and provides its URL to the tests. */
import type { TestProject } from "vitest/node"
import { command, findPrograms, startServer } from "./postgres-server.mjs"

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL of a database with the right to create others. */
    readonly postgres: string | undefined
  }
}

export default async (project: TestProject) => {
  const given = process.env["KEYSTILE_TEST_POSTGRES"]
  if (given !== undefined) return project.provide("postgres", given)
  if (findPrograms() === undefined) {
    process.stderr.write(
      `PostgreSQL is missing, so the tests run on SQLite. Install it by ${command}, or name a server in ` +
        `KEYSTILE_TEST_POSTGRES.\n`
    )
    return
  }
  const server = await startServer()
  project.provide("postgres", server.url)
  return () => server.stop()
}
