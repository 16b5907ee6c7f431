// @ts-check
// A PostgreSQL server for tests: one that is there, or one that is started for them and gone afterwards.
//
//   node scripts/test/postgres.mjs COMMAND [ARGUMENT …]
//
// The command finds its URL in KEYSTILE_TEST_POSTGRES. A server that is there is named by that variable; its user has to
// be allowed to create databases.

import { spawn, spawnSync } from "node:child_process"
import { accessSync, chownSync, constants, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort } from "./free-port.mjs"

/** Where Debian's packages put the programs of each version. */
const debianFolder = "/usr/lib/postgresql"

/** Who runs the server where this runs as root: PostgreSQL refuses to. */
const serviceUser = "postgres"

/** The tests' databases are thrown away, so nothing waits for a disk. */
const settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"]

/** How to get a server, for those who have none. */
export const command = "apt-get install postgresql"

/**
 * @typedef {{ url: string, stop: () => void, kill: () => void, start: () => void }} Server
 */

/** The folder of PostgreSQL's programs; undefined when there are none. */
export const findPrograms = () => {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debianFolder, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter)
  ]
  return folders.find((folder) => ["initdb", "pg_ctl", "postgres"].every((name) => isProgram(join(folder, name))))
}

/** @param {string} path */
const isProgram = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The ids of the user who runs the server; undefined: whoever runs this. */
const ids = () => {
  if (process.getuid?.() !== 0) return undefined
  const numberOf = (/** @type {string} */ flag) =>
    Number(spawnSync("id", [flag, serviceUser], { encoding: "utf8" }).stdout.trim() || Number.NaN)
  const [uid, gid] = [numberOf("-u"), numberOf("-g")]
  if (Number.isNaN(uid) || Number.isNaN(gid))
    throw new Error(`PostgreSQL does not run as root, and there is no user ${serviceUser}`)
  return { uid, gid }
}

/** @param {number} milliseconds */
const pause = (milliseconds) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

/**
 * What Linux tells of a process by its number; empty where there is none, and on other systems.
 *
 * @param {number} pid
 * @param {string} name
 */
const told = (pid, name) => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8")
  } catch {
    return ""
  }
}

/** @param {number} pid */
const childrenOf = (pid) =>
  told(pid, `task/${pid}/children`)
    .split(" ")
    .filter((child) => child !== "")
    .map(Number)

/** One that waits for its parent to take notice (state Z) has let go of everything. @param {number} pid */
const isAlive = (pid) => /^\d+ \(.*\) [^Z]/.test(told(pid, "stat"))

/**
 * Starts a server on a loopback port, with its data in a temporary folder.
 *
 * @param {{ isSafe?: boolean }} [options] whether it writes as it would for users: what it has
 *   confirmed survives its death
 * @returns {Promise<Server>}
 */
export const startServer = async ({ isSafe = false } = {}) => {
  const programs = findPrograms()
  if (programs === undefined) throw new Error(`There is no PostgreSQL. Install it by: ${command}`)
  const owner = ids()
  const folder = mkdtempSync("/tmp/keystile-postgres-")
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, "data")
  const port = await freePort()
  /** @param {string} name @param {ReadonlyArray<string>} args */
  const run = (name, ...args) => {
    const { error, status, stderr } = spawnSync(join(programs, name), args, {
      ...owner,
      cwd: folder,
      encoding: "utf8",
      env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8" },
      stdio: ["ignore", "ignore", "pipe"]
    })
    if (error !== undefined || status !== 0) throw new Error(`${name} failed: ${error?.message ?? stderr}`)
  }
  const kept = isSafe ? settings.slice(-1) : settings
  const options = ["listen_addresses=127.0.0.1", `port=${port}`, `unix_socket_directories=${folder}`, ...kept]
  const start = (tries = 50) => {
    try {
      run(
        "pg_ctl",
        "start",
        "-D",
        data,
        "-w",
        "-l",
        join(folder, "log"),
        "-o",
        options.map((each) => `-c ${each}`).join(" ")
      )
    } catch (failure) {
      // After a kill the processes of its connections are there for a moment longer.
      if (tries === 0) throw failure
      pause(100)
      start(tries - 1)
    }
  }
  run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", ...(isSafe ? [] : ["-N"]))
  start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    // At once and wholly: a process of a connection that outlived the server would go on answering for a moment.
    kill: () => {
      const [line] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")
      const server = Number(line)
      process.kill(server, "SIGSTOP")
      const all = [server, ...childrenOf(server)]
      for (const pid of all) process.kill(pid, "SIGKILL")
      while (all.some(isAlive)) pause(10)
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

/**
 * Runs a command with a server: the one of `KEYSTILE_TEST_POSTGRES`, or one of its own.
 *
 * @param {string} program
 * @param {ReadonlyArray<string>} args
 * @returns {Promise<number>} its exit code
 */
const runWith = async (program, args) => {
  const own = process.env["KEYSTILE_TEST_POSTGRES"] === undefined ? await startServer() : undefined
  const url = own?.url ?? process.env["KEYSTILE_TEST_POSTGRES"]
  try {
    const child = spawn(program, args, { stdio: "inherit", env: { ...process.env, KEYSTILE_TEST_POSTGRES: url } })
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.once(signal, () => child.kill(signal))
    return await new Promise((resolve, reject) => {
      child.once("error", reject)
      child.once("close", (code) => resolve(code ?? 1))
    })
  } finally {
    own?.stop()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [program, ...args] = process.argv.slice(2)
  if (program === undefined) {
    process.stderr.write("Say which command to run: node scripts/test/postgres.mjs COMMAND [ARGUMENT …]\n")
    process.exitCode = 1
  } else {
    process.exitCode = await runWith(program, args)
  }
}
