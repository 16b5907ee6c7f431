// @ts-check
// Starts PgBouncer in transaction mode for tests and benchmarks, in front of a PostgreSQL server.

import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { freePort } from "../free-port.mjs"

// Debian installs PgBouncer into /usr/sbin.
const env = { ...process.env, PATH: `${process.env["PATH"] ?? ""}:/usr/sbin` }

/** The command that installs PgBouncer. */
export const command = "apt-get install pgbouncer"

/** Returns whether PgBouncer is installed. */
export const isInstalled = () => spawnSync("pgbouncer", ["--version"], { env }).status === 0

/**
 * Returns whether a loopback port accepts connections.
 *
 * @param {number} port
 * @returns {Promise<boolean>}
 */
const accepts = (port) =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" })
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
    socket.once("connect", () => socket.destroy())
  })

/**
 * Starts PgBouncer on a loopback port, for all databases of a server. Its users have no passwords.
 *
 * @param {string} url the URL of any database of the server
 * @param {{ poolSize?: number }} [options] `poolSize`: connections to the server for each database
 * @returns {Promise<{ url: string, pid: number, stop: () => Promise<void> }>} with the URL of the same database
 */
export const startPgBouncer = async (url, { poolSize = 3 } = {}) => {
  const { hostname, port: serverPort, username } = new URL(url)
  const folder = mkdtempSync("/tmp/keystile-pgbouncer-")
  // PgBouncer refuses to run as root, and reads the files as another user.
  chmodSync(folder, 0o755)
  const users = join(folder, "users.txt")
  const settings = join(folder, "pgbouncer.ini")
  const port = await freePort()
  writeFileSync(users, `"${username}" ""\n`)
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort || "5432"}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 1000
server_idle_timeout = 5
`
  )
  const child = spawn("pgbouncer", [...(process.getuid?.() === 0 ? ["-u", "postgres"] : []), settings], {
    env,
    stdio: "ignore"
  })
  const closed = once(child, "close")
  const stop = async () => {
    child.kill("SIGKILL")
    await closed
    rmSync(folder, { force: true, recursive: true })
  }
  while (!(await accepts(port))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      await stop()
      throw new Error(`PgBouncer ended with exit code ${child.exitCode}.`)
    }
    await new Promise((resolve) => void setTimeout(resolve, 10))
  }
  const pooled = new URL(url)
  pooled.port = String(port)
  return { url: pooled.href, pid: child.pid ?? 0, stop }
}
