/**
 * Vitest global set-up of the project `postgres`: starts a PostgreSQL server and provides its URL to the tests. With
 * `KEYSTILE_POOLER=pgbouncer` it also starts PgBouncer in transaction mode, through which the services connect.
 */
import type { TestProject } from "vitest/node"
import * as PgBouncer from "./pgbouncer-server.mjs"
import { command, findPrograms, startServer } from "./postgres-server.mjs"

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL of a database with the right to create others. */
    readonly postgres: string | undefined
    /** The port of PgBouncer in front of that server. Undefined: the services connect to the server itself. */
    readonly pgbouncer: number | undefined
  }
}

/** Returns the URL of the server and a function that stops it; undefined if there is none. */
const findServer = async () => {
  const given = process.env["KEYSTILE_TEST_POSTGRES"]
  if (given !== undefined) return { url: given, stop: () => {} }
  if (findPrograms() !== undefined) return startServer()
  process.stderr.write(
    `PostgreSQL is missing, so the tests run on SQLite. Install it by ${command}, or name a server in ` +
      `KEYSTILE_TEST_POSTGRES.\n`
  )
  return undefined
}

/** Starts the pooler that `KEYSTILE_POOLER` names. A run that asks for one never runs without it. */
const findPooler = async (url: string) => {
  const name = process.env["KEYSTILE_POOLER"]
  if (name === undefined) return undefined
  if (name !== "pgbouncer") throw new Error(`KEYSTILE_POOLER is ${name}. The only pooler is pgbouncer.`)
  if (!PgBouncer.isInstalled()) throw new Error(`PgBouncer is not installed. Install it by: ${PgBouncer.command}`)
  return PgBouncer.startPgBouncer(url)
}

export default async (project: TestProject) => {
  const server = await findServer()
  if (server === undefined) {
    if (process.env["KEYSTILE_POOLER"] !== undefined) throw new Error("KEYSTILE_POOLER needs PostgreSQL.")
    return
  }
  project.provide("postgres", server.url)
  try {
    const pooler = await findPooler(server.url)
    project.provide("pgbouncer", pooler === undefined ? undefined : Number(new URL(pooler.url).port))
    return async () => {
      await pooler?.stop()
      server.stop()
    }
  } catch (failure) {
    server.stop()
    throw failure
  }
}
