// @ts-check
// The processes of a measurement: the built service, the floors, and the load generator.

import { fork, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { freePort } from "../../test/free-port.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
/** @param {string} checkout */
const commandOf = (checkout) => join(checkout, "dist", "cli", "bin.mjs")
export const command = commandOf(root)
const TIMEOUT_MILLIS = 60_000

/** @param {string} name */
const forkModule = (name) => fork(fileURLToPath(new URL(name, import.meta.url)), { execArgv: [] })

/** Access tokens do not expire during a measurement. */
const TOKEN_LIFETIME = ["--access-token-lifetime", "86400"]

/**
 * Starts the service by `keystile dev`.
 *
 * @param {string} database
 * @param {string} [checkout] another one than this
 */
export const startService = async (database, checkout = root) => {
  const start = performance.now()
  const child = spawn(process.execPath, [commandOf(checkout), "dev", "--json", "--port", "0", ...TOKEN_LIFETIME], {
    cwd: checkout,
    env: { ...process.env, KEYSTILE_DB: database },
    stdio: ["ignore", "pipe", "inherit"]
  })
  endWithParent(child)
  const line = await firstLine(child, /^\{/)
  const { url } = JSON.parse(line)
  const health = await fetch(`${url}/health`)
  await health.text()
  const firstResponseMillis = performance.now() - start
  if (!health.ok) throw new Error(`GET ${url}/health responded with ${health.status}`)
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    /** From the start of the process to the end of the first response, in milliseconds. */
    firstResponseMillis,
    stop: () => stop(child)
  }
}

/** Returns whether the built command of a checkout has `keystile serve`. @param {string} checkout */
export const hasServe = (checkout) =>
  /^\s*serve\s/m.test(spawnSync(process.execPath, [commandOf(checkout), "--help"], { encoding: "utf8" }).stdout)

/**
 * Starts the service by `keystile serve` for requests to the host `localhost`, with encrypted secrets and metrics.
 *
 * @param {string} database
 * @param {{ checkout?: string, logsRequests?: boolean, replica?: string }} [options] `checkout`: another one than this
 */
export const startProduction = async (database, { checkout = root, logsRequests = false, replica = "" } = {}) => {
  const child = spawn(process.execPath, [commandOf(checkout), "serve", ...TOKEN_LIFETIME], {
    cwd: checkout,
    env: {
      ...process.env,
      NODE_ENV: "production",
      KEYSTILE_DB: database,
      KEYSTILE_DB_REPLICA: replica,
      KEYSTILE_PUBLIC_URL: "http://localhost",
      KEYSTILE_SECRETS: "secret-of-the-benchmarks-of-more-than-32-bytes",
      KEYSTILE_MAIL: "log",
      KEYSTILE_PORT: "0",
      KEYSTILE_METRICS_PORT: String(await freePort()),
      KEYSTILE_DRAIN_DELAY: "0",
      KEYSTILE_REQUEST_LOG: String(logsRequests)
    },
    stdio: ["ignore", "pipe", "inherit"]
  })
  endWithParent(child)
  const line = await firstLine(child, /Listening on/)
  return { port: Number(/:(\d+), for/.exec(line)?.[1]), pid: child.pid ?? 0, stop: () => stop(child) }
}

/** Ends the child with this process at the latest. @param {import("node:child_process").ChildProcess} child */
const endWithParent = (child) => {
  const kill = () => child.kill("SIGKILL")
  process.once("exit", kill)
  child.once("exit", () => process.off("exit", kill))
}

/**
 * Returns the first line that matches, and discards the others.
 *
 * @param {import("node:child_process").ChildProcessByStdio<null, import("node:stream").Readable, null>} child
 * @param {RegExp} pattern
 * @returns {Promise<string>}
 */
const firstLine = (child, pattern) =>
  new Promise((resolve, reject) => {
    const overdue = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MILLIS)
    child.once("exit", (code) => reject(new Error(`the service ended by itself, exit code ${code}`)))
    const lines = createInterface(child.stdout)
    lines.on("line", (line) => {
      if (!pattern.test(line)) return
      clearTimeout(overdue)
      lines.close()
      child.stdout.resume()
      resolve(line)
    })
  })

/** @param {import("node:child_process").ChildProcess} child */
const stop = async (child) => {
  if (child.exitCode !== null) return
  const ended = once(child, "exit")
  child.kill("SIGTERM")
  await ended
}

/**
 * Starts Node's HTTP server with the service's response to this request.
 *
 * @param {number} port the service's
 * @param {string} request
 * @param {import("./floor.mjs").Check} [check] decides which requests get it; all do by default
 */
export const startFloor = async (port, request, check) => {
  const socket = connect({ port, host: "127.0.0.1" })
  // Not `end`: the service would close the connection before a slow response.
  socket.write(request)
  const [bytes] = await once(socket, "data")
  socket.end()
  const response = String(bytes)
  const [head = "", body = ""] = response.split("\r\n\r\n")
  const [status = "", ...lines] = head.split("\r\n")
  // Node adds these headers itself.
  const own = ["date", "connection", "keep-alive"]
  const headers = lines.map((line) => line.split(/: (.*)/s)).filter(([name = ""]) => !own.includes(name.toLowerCase()))
  const child = forkModule("./floor.mjs")
  child.send({ status: Number(status.split(" ")[1]), headers: Object.fromEntries(headers), body, check })
  const [address] = await once(child, "message")
  return { port: address.port, pid: child.pid ?? 0, stop: () => child.disconnect() }
}

/**
 * @typedef {{ done: number, failed: number, firstFailure?: string, seconds: number, p50: number, p99: number }}
 * Measured
 */

/** Starts a load generator. */
export const startLoad = () => {
  const child = forkModule("./load.mjs")
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
export const residentMegabytes = (pid) => {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return null
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, "utf8")) ?? []
  return kibibytes === undefined ? null : (Number(kibibytes) * 1024) / 1e6
}
