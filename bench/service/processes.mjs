// @ts-check
// Measures several processes of the service in production that share one PostgreSQL database.

import { availableParallelism } from "node:os"
import { startServer } from "../../test/postgres/postgres-server.mjs"
import { PAGE, pageOfUsers, refreshing, signingIn } from "./calls.mjs"
import { fill, visitors } from "./filled.mjs"
import { startLoad, startProduction } from "./process.mjs"

const PROCESSES = [1, 2, 4]
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
  try {
    await fill(server.url, users)
    const all = visitors(users)
    const calls = [
      { name: "token refresh", requests: all.map(({ refreshToken }) => refreshing(refreshToken)) },
      { name: "sign-in by a server", requests: all.map(signingIn) },
      { name: PAGE, requests: [pageOfUsers] }
    ]
    /** @type {Map<string, number>} The calls a second by one process. */
    const alone = new Map()
    const rows = []
    for (const count of PROCESSES) {
      const services = await Promise.all(Array.from({ length: count }, () => startProduction(server.url)))
      const loads = services.map(() => startLoad())
      try {
        for (const { name, requests } of calls) {
          note(`processes: ${name}, ${count} of them …`)
          const onAll = (/** @type {Partial<import("./load.mjs").Job>} */ job) =>
            Promise.all(
              services.map(({ port }, index) =>
                loads[index]?.run({ port, requests, connections: Math.ceil(connections / count), ...job })
              )
            )
          await onAll({ count: WARM_UP })
          // A failed call ends the measurement.
          const results = await onAll({ seconds })
          const perSecond = results.reduce((sum, result) => sum + (result?.done ?? 0) / (result?.seconds ?? 1), 0)
          if (count === 1) alone.set(name, perSecond)
          const p99 = Math.max(...results.map((result) => result?.p99 ?? Number.NaN))
          const ratio = perSecond / (alone.get(name) ?? Number.NaN)
          rows.push({
            cells: [
              name,
              String(count),
              String(Math.round(perSecond)),
              `${ratio.toFixed(2)} ×`,
              `${Math.round(p99)} ms`
            ]
          })
        }
      } finally {
        for (const load of loads) load.stop()
        for (const { stop } of services) await stop()
      }
    }
    return {
      title:
        `Processes on one PostgreSQL, ${users} users, ${connections} connections in all, ` +
        `${availableParallelism()} processors for everything`,
      head: ["", "processes", "a second", "of one", "p99"],
      rows
    }
  } finally {
    process.off("exit", server.stop)
    server.stop()
  }
}
