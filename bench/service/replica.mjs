// @ts-check
// Measures lists of the service in production with and without a read replica, on one machine.

import { availableParallelism } from "node:os"
import { readFileSync } from "node:fs"
import { startServer, startStandby } from "../../test/postgres/postgres-server.mjs"
import { PAGE, pageOfUsers } from "./calls.mjs"
import { fill } from "./filled.mjs"
import { processorTime, startLoad, startProduction } from "./process.mjs"

const WARM_UP = 1000

/**
 * Returns the processor time of the connections of a server in milliseconds.
 *
 * @param {number} pid
 */
const connectionsTime = (pid) =>
  (readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").match(/\d+/g) ?? [])
    .filter((child) => /^postgres: .*\bidle|^postgres: .*\bSELECT|^postgres: .*\bBEGIN/.test(titleOf(child)))
    .reduce((sum, child) => sum + (processorTime(Number(child)) ?? 0), 0)

/** @param {string} pid */
const titleOf = (pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8")

/** @param {{ users: number, connections: number, seconds: number, note: (text: string) => void }} options */
export const measureReplica = async ({ connections, note, seconds, users }) => {
  note("replica: a PostgreSQL server with its users, and a standby …")
  const primary = await startServer({ isSafe: true })
  process.once("exit", primary.stop)
  try {
    await fill(primary.url, users)
    const standby = await startStandby(primary.url, { isSafe: true })
    process.once("exit", standby.stop)
    try {
      const rows = []
      for (const replica of [undefined, standby.url]) {
        note(`replica: ${PAGE}, ${replica === undefined ? "without" : "with"} it …`)
        const service = await startProduction(primary.url, replica === undefined ? {} : { replica })
        const load = startLoad()
        try {
          const job = { port: service.port, requests: [pageOfUsers], connections }
          await load.run({ ...job, count: WARM_UP })
          const before = [primary, standby].map(({ pid }) => connectionsTime(pid()))
          const result = await load.run({ ...job, seconds })
          const after = [primary, standby].map(({ pid }) => connectionsTime(pid()))
          const times = after.map((time, index) => ((time - (before[index] ?? 0)) * 1000) / result.done)
          rows.push({
            cells: [
              replica === undefined ? "without a replica" : "with a replica",
              String(Math.round(result.done / result.seconds)),
              `${Math.round(result.p99)} ms`,
              ...times.map((time) => `${Math.round(time)} µs`)
            ]
          })
        } finally {
          load.stop()
          await service.stop()
        }
      }
      const processors = availableParallelism()
      return {
        title: `${PAGE}, ${users} users, ${connections} connections, ${processors} processors for everything`,
        head: ["", "a second", "p99", "primary's processor", "standby's processor"],
        rows
      }
    } finally {
      process.off("exit", standby.stop)
      standby.stop()
    }
  } finally {
    process.off("exit", primary.stop)
    primary.stop()
  }
}
