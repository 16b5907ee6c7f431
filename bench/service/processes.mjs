// @ts-check
// Measures several processes of the service in production that share one PostgreSQL database, with and without
// PgBouncer between them.

import { availableParallelism } from "node:os"
import { command, isInstalled, startPgBouncer } from "../../test/postgres/pgbouncer-server.mjs"
import { startServer } from "../../test/postgres/postgres-server.mjs"
import { PAGE, pageOfUsers, refreshRequest, signInRequest } from "./calls.mjs"
import { fill, visitors } from "./filled.mjs"
import { processorTime, startLoad, startProduction } from "./process.mjs"

const PROCESSES = [1, 2, 4]
/** Connections of PgBouncer to the server: as many as one process opens, for all processes. */
const POOL_SIZE = 10
/** Requests of each process before it is measured, so that the engine has compiled the hot functions. */
const WARM_UP = 1000

/**
 * @param {{ users: number, connections: number, seconds: number, note: (text: string) => void }} options
 *   `connections` are those to all processes together
 */
export const measureProcesses = async ({ connections, note, seconds, users }) => {
  note("processes: a PostgreSQL server with its users …")
  // With `fsync`, as in production: a committed transaction is on the disk.
  const server = await startServer({ isSafe: true })
  process.once("exit", server.stop)
  /** @type {Awaited<ReturnType<typeof startPgBouncer>> | undefined} */
  let pooler
  try {
    await fill(server.url, users)
    if (isInstalled()) pooler = await startPgBouncer(server.url, { poolSize: POOL_SIZE })
    else note(`PgBouncer is not installed: it is left out. Install it with: ${command}`)
    const all = visitors(users)
    const calls = [
      { name: "token refresh", requests: all.map(({ refreshToken }) => refreshRequest(refreshToken)) },
      { name: "sign-in by a server", requests: all.map(signInRequest) },
      { name: PAGE, requests: [pageOfUsers] }
    ]
    const targets = [
      { by: "direct", database: server.url, pid: undefined },
      ...(pooler === undefined ? [] : [{ by: "PgBouncer", database: `${pooler.url}?pgbouncer=true`, pid: pooler.pid }])
    ]
    /** @type {Map<string, number>} The calls a second by one process without PgBouncer. */
    const alone = new Map()
    const rows = []
    for (const count of PROCESSES) {
      for (const { by, database, pid } of targets) {
        const services = await Promise.all(Array.from({ length: count }, () => startProduction(database)))
        const loads = services.map(() => startLoad())
        try {
          for (const { name, requests } of calls) {
            note(`processes: ${name}, ${count} of them, ${by} …`)
            const onAll = (/** @type {Partial<import("./load.mjs").Job>} */ job) =>
              Promise.all(
                services.map(({ port }, index) =>
                  loads[index]?.run({ port, requests, connections: Math.ceil(connections / count), ...job })
                )
              )
            await onAll({ count: WARM_UP })
            const before = pid === undefined ? null : processorTime(pid)
            // A failed call ends the measurement.
            const results = await onAll({ seconds })
            const after = pid === undefined ? null : processorTime(pid)
            const done = results.reduce((sum, result) => sum + (result?.done ?? 0), 0)
            const perSecond = results.reduce((sum, result) => sum + (result?.done ?? 0) / (result?.seconds ?? 1), 0)
            if (count === 1 && pid === undefined) alone.set(name, perSecond)
            const p99 = Math.max(...results.map((result) => result?.p99 ?? Number.NaN))
            const ratio = perSecond / (alone.get(name) ?? Number.NaN)
            rows.push({
              cells: [
                name,
                String(count),
                by,
                String(Math.round(perSecond)),
                `${ratio.toFixed(2)} ×`,
                `${Math.round(p99)} ms`,
                before === null || after === null ? "" : `${Math.round(((after - before) * 1000) / done)} µs`
              ]
            })
          }
        } finally {
          for (const load of loads) load.stop()
          for (const { stop } of services) await stop()
        }
      }
    }
    return {
      title:
        `Processes on one PostgreSQL, ${users} users, ${connections} connections in all, ` +
        `${availableParallelism()} processors for everything`,
      head: ["", "processes", "connected", "a second", "of one", "p99", "PgBouncer's processor"],
      rows
    }
  } finally {
    await pooler?.stop()
    process.off("exit", server.stop)
    server.stop()
  }
}
