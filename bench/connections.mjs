// @ts-check
// Measures what slow connections and unread bodies cost the service.
//
//   npm run bench:connections

import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs"
import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { command } from "./service/process.mjs"

const help = `Measures what slow connections and unread bodies cost the built service with its default limits.
Takes a minute and a half. Linux only.

  npm run bench:connections

Slow: 300 connections send half of their headers, 100 send half of a body, and none closes. The figure is the number of
sockets that the service has open after 60 seconds. The aim is 0. Bodies: 400 connections without a key each send 2.4 MB
except the last byte. The figure is the highest resident memory within 10 seconds. The aim is 300 MB. The exit code is 1
if an aim is missed.
`

if (process.argv.includes("--help")) {
  process.stdout.write(help)
  process.exit(0)
}

const AIMS = { sockets: 0, memory: 300 }
const BODY = 2_400_000

if (!existsSync(command)) {
  process.stderr.write("There is no built command. Run: npm run build\n")
  process.exit(1)
}
const service = spawn(process.execPath, [command, "dev", "--port", "0", "--json"], {
  stdio: ["ignore", "pipe", "inherit"]
})
process.on("exit", () => service.kill())
const [line] = await once(service.stdout, "data")
const { url } = JSON.parse(String(line))
const port = Number(new URL(url).port)

/** Returns the number of sockets of the service, without those that it listens on. */
const sockets = () => {
  const folder = `/proc/${service.pid}/fd`
  const established = new Set(
    ["tcp", "tcp6"].flatMap((table) =>
      readFileSync(`/proc/${service.pid}/net/${table}`, "utf8")
        .split("\n")
        .slice(1)
        .flatMap((row) => {
          const [, local = "", , state, , , , , , inode] = row.trim().split(/\s+/)
          return state !== "0A" && Number.parseInt(local.split(":")[1] ?? "", 16) === port && inode !== "0"
            ? [inode]
            : []
        })
    )
  )
  return readdirSync(folder).filter((name) => {
    try {
      return established.has(/^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${name}`))?.[1] ?? "")
    } catch {
      return false
    }
  }).length
}

/** Returns the resident memory in MB. */
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, "utf8"))?.[1]) / 1024

/** @param {string | Buffer} text */
const open = (text) => {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => socket.write(text))
  socket.on("error", () => {})
  socket.resume()
  return socket
}

const head = "POST /api/v1/auth/password/sign-up HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
const slow = [
  ...Array.from({ length: 300 }, () => open("GET /health HTTP/1.1\r\nhost: loc")),
  ...Array.from({ length: 100 }, () => open(`${head}content-length: 100\r\n\r\n{"email":`))
]
await sleep(1000)
const opened = sockets()
await sleep(59_000)
const left = sockets()
for (const socket of slow) socket.destroy()

const body = Buffer.concat([Buffer.from(`${head}content-length: ${BODY}\r\n\r\n"`), Buffer.alloc(BODY - 2, "x")])
const before = memory()
const heavy = Array.from({ length: 400 }, () => open(body))
let highest = before
for (let round = 0; round < 100; round++) {
  await sleep(100)
  highest = Math.max(highest, memory())
}
for (const socket of heavy) socket.destroy()

process.stdout.write(
  `sockets of the service: ${opened} after 1 s, ${left} after 60 s (aim ${AIMS.sockets})\n` +
    `memory: ${Math.round(before)} MB before, ${Math.round(highest)} MB at most with 400 unread bodies ` +
    `(aim ${AIMS.memory})\n`
)
process.exit(left <= AIMS.sockets && highest <= AIMS.memory ? 0 : 1)
