// @ts-check
// The processes of a measurement: the built service, the floor, and the load generator.

import { fork, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))
export const command = join(root, "dist", "cli", "bin.mjs")
const TIMEOUT_MILLIS = 60_000

/** @param {string} name */
const forked = (name) => fork(fileURLToPath(new URL(name, import.meta.url)), { execArgv: [] })

/**
 * Starts the service by `keystile dev`, with access tokens that do not expire during a measurement.
 *
 * @param {string} database
 */
export const startService = async (database) => {
  const start = performance.now()
  const child = spawn(process.execPath, [command, "dev", "--json", "--port", "0", "--access-token-lifetime", "86400"], {
    cwd: root,
    env: { ...process.env, KEYSTILE_DB: database },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const overdue = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MILLIS)
  const [line] = await Promise.race([
    once(createInterface(child.stdout), "line"),
    once(child, "exit").then(([code]) => {
      throw new Error(`the service ended by itself, exit code ${code}`)
    })
  ])
  const { url } = JSON.parse(line)
  const health = await fetch(`${url}/health`)
  await health.text()
  const answer = performance.now() - start
  clearTimeout(overdue)
  if (!health.ok) throw new Error(`GET ${url}/health answered ${health.status}`)
  const pid = child.pid ?? 0
  return {
    url,
    port: Number(new URL(url).port),
    pid,
    /** From the start of the process to the end of the first response, in milliseconds. */
    answer,
    stop: async () => {
      if (child.exitCode !== null) return
      const ended = once(child, "exit")
      child.kill("SIGTERM")
      await ended
    }
  }
}

/**
 * Starts Node's HTTP server with the service's response to this request.
 *
 * @param {number} port the service's
 * @param {string} request
 */
export const startFloor = async (port, request) => {
  const socket = connect({ port, host: "127.0.0.1" })
  // Not `end`: the service would close the connection before a slow response.
  socket.write(request)
  const [bytes] = await once(socket, "data")
  socket.end()
  const answer = String(bytes)
  const [head = "", body = ""] = answer.split("\r\n\r\n")
  const [status = "", ...lines] = head.split("\r\n")
  // Node adds these headers itself.
  const own = ["date", "connection", "keep-alive"]
  const headers = lines.map((line) => line.split(/: (.*)/s)).filter(([name = ""]) => !own.includes(name.toLowerCase()))
  const child = forked("./floor.mjs")
  child.send({ status: Number(status.split(" ")[1]), headers: Object.fromEntries(headers), body })
  const [address] = await once(child, "message")
  return { port: address.port, pid: child.pid ?? 0, stop: () => child.disconnect() }
}

/**
 * @typedef {{ done: number, failed: number, firstFailure?: string, seconds: number, p50: number, p99: number }}
 * Measured
 */

/** Starts a load generator. */
export const startLoad = () => {
  const child = forked("./load.mjs")
  return {
    /** @param {import("./load.mjs").Job} job @returns {Promise<Measured>} */
    run: async (job) => {
      child.send(job)
      const [result] = await once(child, "message")
      if (result.problem !== undefined) throw new Error(result.problem)
      if (result.failed > 0) throw new Error(`${result.failed} of ${result.done} calls failed: ${result.firstFailure}`)
      return result
    },
    stop: () => child.disconnect()
  }
}

/** Returns the processor time of a process in milliseconds, or `null` outside of Linux. @param {number} pid */
export const processorTime = (pid) => {
  const tasks = `/proc/${pid}/task`
  if (!existsSync(tasks)) return null
  const nanos = readdirSync(tasks).map((task) =>
    Number(readFileSync(join(tasks, task, "schedstat"), "utf8").split(" ")[0])
  )
  return nanos.reduce((sum, each) => sum + each, 0) / 1e6
}

/** Returns the resident memory in MB of 1,000,000 bytes, or `null` outside of Linux. @param {number} pid */
export const resident = (pid) => {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return null
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, "utf8")) ?? []
  return kibibytes === undefined ? null : (Number(kibibytes) * 1024) / 1e6
}
