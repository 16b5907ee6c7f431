// @ts-check
// Starts PostgreSQL servers for tests and benchmarks, with their data in temporary folders.
//
//   node test/postgres/postgres-server.mjs COMMAND [ARGUMENT …]
//
// runs a command with the URL of a server in KEYSTILE_TEST_POSTGRES.

import { spawn, spawnSync } from "node:child_process"
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort } from "../free-port.mjs"

/** The user that runs the server if this process runs as root: PostgreSQL refuses to run as root. */
const serviceUser = "postgres"

/** The databases are temporary, so nothing waits for a disk. */
const settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"]

/** The command that installs PostgreSQL. */
export const command = "apt-get install postgresql"

/**
 * @typedef {{
 *   url: string,
 *   createDatabase: (name: string) => string,
 *   pid: () => number,
 *   stop: () => void,
 *   kill: () => void,
 *   start: () => void,
 *   suspend: () => void,
 *   resume: () => void
 * }} Server `createDatabase` returns the URL of the new database; `suspend` stops all processes of the server, which
 *   then keep their connections and do not respond
 */

/**
 * Returns the folder of PostgreSQL's programs, or undefined if it is not installed. Debian has one for each version.
 */
export const findPrograms = () => {
  const debian = globSync("/usr/lib/postgresql/*/bin").sort((a, b) => b.localeCompare(a, "en", { numeric: true }))
  return [...debian, ...(process.env["PATH"] ?? "").split(delimiter)].find((folder) =>
    ["initdb", "pg_ctl", "postgres"].every((name) => existsSync(join(folder, name)))
  )
}

/** Returns the ids of the user that runs the server, or undefined for the user of this process. */
const serverIds = () => {
  if (process.getuid?.() !== 0) return undefined
  const [uid = Number.NaN, gid = Number.NaN] = ["-u", "-g"].map((flag) =>
    Number.parseInt(spawnSync("id", [flag, serviceUser], { encoding: "utf8" }).stdout)
  )
  if (Number.isNaN(uid) || Number.isNaN(gid))
    throw new Error(`PostgreSQL does not run as root, and there is no user ${serviceUser}.`)
  return { uid, gid }
}

/** @param {number} milliseconds */
const pause = (milliseconds) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

/** Reads a file of Linux about a process. Empty if the process is gone, and on other systems. @param {string} path */
const readProc = (path) => {
  try {
    return readFileSync(`/proc/${path}`, "utf8")
  } catch {
    return ""
  }
}

/** Returns the processes of a server. @param {number} server */
const processesOf = (server) => [
  server,
  ...(readProc(`${server}/task/${server}/children`).match(/\d+/g) ?? []).map(Number)
]

/**
 * Kills a server and the processes of its connections. One of those could otherwise still reply for a moment.
 *
 * @param {number} server
 */
const killAll = (server) => {
  process.kill(server, "SIGSTOP")
  const all = processesOf(server)
  for (const pid of all) process.kill(pid, "SIGKILL")
  // A zombie (state Z) has released everything.
  while (all.some((pid) => /^\d+ \(.*\) [^Z]/.test(readProc(`${pid}/stat`)))) pause(10)
}

/** @typedef {(name: string, ...args: ReadonlyArray<string>) => void} Run runs a program of PostgreSQL */

/**
 * Starts a server on a loopback port.
 *
 * @param {{ isSafe?: boolean }} [options] `isSafe` writes as for users, so that confirmed data survives a kill
 * @returns {Promise<Server>}
 */
export const startServer = ({ isSafe = false } = {}) =>
  launch(isSafe, (run, data) =>
    run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", ...(isSafe ? [] : ["-N"]))
  )

/**
 * Starts a standby of a server, which streams its write-ahead log.
 *
 * @param {string} url the URL of any database of the server
 * @param {{ isSafe?: boolean }} [options] those of the server
 * @returns {Promise<Server>}
 */
export const startStandby = (url, { isSafe = false } = {}) =>
  launch(isSafe, (run, data) => run("pg_basebackup", "-D", data, "-d", url, "-R", "-X", "stream", "-c", "fast", "-N"))

/**
 * @param {boolean} isSafe
 * @param {(run: Run, data: string) => void} fill creates the files of the server
 * @returns {Promise<Server>}
 */
const launch = async (isSafe, fill) => {
  const programs = findPrograms()
  if (programs === undefined) throw new Error(`PostgreSQL is missing. Install it by: ${command}`)
  const ids = serverIds()
  const folder = mkdtempSync("/tmp/keystile-postgres-")
  if (ids !== undefined) chownSync(folder, ids.uid, ids.gid)
  const data = join(folder, "data")
  const port = await freePort()
  /** @type {Run} */
  const run = (name, ...args) => {
    const { error, status, stderr } = spawnSync(join(programs, name), args, {
      ...ids,
      cwd: folder,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8" },
      stdio: ["ignore", "ignore", "pipe"]
    })
    if (error !== undefined || status !== 0) throw new Error(`${name} failed: ${error?.message ?? stderr}`)
  }
  const addresses = ["listen_addresses=127.0.0.1", `port=${port}`, `unix_socket_directories=${folder}`]
  const options = [...addresses, ...(isSafe ? settings.slice(-1) : settings)].map((each) => `-c ${each}`).join(" ")
  const start = (tries = 50) => {
    try {
      run("pg_ctl", "start", "-D", data, "-w", "-l", join(folder, "log"), "-o", options)
    } catch (failure) {
      // After a kill the processes of its connections exist for a moment longer.
      if (tries === 0) throw failure
      pause(100)
      start(tries - 1)
    }
  }
  fill(run, data)
  start()
  const pid = () => Number.parseInt(readFileSync(join(data, "postmaster.pid"), "utf8"))
  const urlOf = (/** @type {string} */ database) => `postgres://postgres@127.0.0.1:${port}/${database}`
  return {
    url: urlOf("postgres"),
    createDatabase: (name) => {
      run("createdb", "-h", "127.0.0.1", "-p", String(port), "-U", "postgres", name)
      return urlOf(name)
    },
    pid,
    start: () => start(),
    kill: () => killAll(pid()),
    suspend: () => {
      // First the server itself, so that it starts no other process.
      process.kill(pid(), "SIGSTOP")
      for (const each of processesOf(pid())) process.kill(each, "SIGSTOP")
    },
    resume: () => {
      for (const each of processesOf(pid())) process.kill(each, "SIGCONT")
    },
    stop: () => {
      try {
        run("pg_ctl", "stop", "-D", data, "-m", "immediate", "-w")
      } finally {
        rmSync(folder, { force: true, recursive: true })
      }
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [program = "", ...args] = process.argv.slice(2)
  const server = await startServer()
  const env = { ...process.env, KEYSTILE_TEST_POSTGRES: server.url }
  const child = spawn(program, args, { stdio: "inherit", env })
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.once(signal, () => child.kill(signal))
  child.once("error", (error) => process.stderr.write(`${error.message}\n`))
  child.once("close", (code) => {
    server.stop()
    process.exitCode = code ?? 1
  })
}
