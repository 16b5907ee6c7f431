// Measures the reads of the console's pages of users with a million users in a SQLite file.
//
//   npm run bench:users -- --help

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { filledFile, project, visitors } from "./service/filled.mjs"
import { startService } from "./service/process.mjs"
import { table } from "./table.mjs"

const help = `Measures the reads of the console's pages of users, each alone, on a SQLite file.

  npm run bench:users [-- OPTIONS]

Options
  --users COUNT  default 1000000
  --runs COUNT   of each read, default 20
  --json         print one line of JSON instead of a table
  --help         this text

Needs dist/cli (npm run build). The file is created once and cached in node_modules/.cache.
`

const { values } = parseArgs({
  options: {
    users: { type: "string", default: "1000000" },
    runs: { type: "string", default: "20" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false }
  }
})

const users = Number(values.users)
const runs = Number(values.runs)

const headers = {
  "x-stack-project-id": project.id,
  "x-stack-access-type": "server",
  "x-stack-secret-server-key": project.secretServerKey
}

/** Users that are distributed over all of them. */
const known = visitors(users)
/** @param {number} run */
const one = (run) => known[(run * 37) % known.length]

/** The requests of a page, which are sent at once. */
const newest = "/users?limit=50&order_by=signed_up_at&desc=true"
const reads = {
  "first page, newest first": () => [newest],
  "first page, last active first": () => ["/users?limit=50&order_by=last_active_at&desc=true"],
  "a page in the middle": (/** @type {number} */ run) => [`${newest}&cursor=${one(run).userId}`],
  "search by email": (/** @type {number} */ run) => [`${newest}&query=${encodeURIComponent(one(run).email)}`],
  "search by a part of a name": (/** @type {number} */ run) => [
    `${newest}&query=${encodeURIComponent(`son ${1000 + run}`)}`
  ],
  "search without a match": (/** @type {number} */ run) => [`${newest}&query=nobody${run}`],
  "search by id": (/** @type {number} */ run) => [`${newest}&query=${one(run).userId}`],
  "page of a user": (/** @type {number} */ run) => {
    const { userId } = one(run)
    return [
      `/users/${userId}`,
      `/contact-channels?user_id=${userId}`,
      `/passkeys/${userId}`,
      `/teams?user_id=${userId}`
    ]
  }
}

const main = async () => {
  const folder = mkdtempSync(join(tmpdir(), "keystile-users-page-"))
  try {
    const file = join(folder, "users.db")
    await filledFile(file, users)
    const service = await startService(file)
    try {
      const rows = []
      for (const [name, requestsOf] of Object.entries(reads)) {
        const times = []
        for (let run = 0; run < runs; run++) {
          const start = performance.now()
          await Promise.all(
            requestsOf(run).map(async (path) => {
              const response = await fetch(`${service.url}/api/v1${path}`, { headers })
              const text = await response.text()
              if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
            })
          )
          times.push(performance.now() - start)
        }
        times.sort((a, b) => a - b)
        const at = (/** @type {number} */ share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
        rows.push({ name, p50: at(0.5), p95: at(0.95) })
        process.stderr.write(`${name}: ${at(0.95)?.toFixed(1)} ms\n`)
      }
      if (values.json) process.stdout.write(`${JSON.stringify({ users, rows })}\n`)
      else {
        const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`
        const cells = rows.map(({ name, p50, p95 }) => [name, ms(p50), ms(p95)])
        process.stdout.write(`${users.toLocaleString("en")} users, ${runs} times each\n\n`)
        process.stdout.write(table(["read", "p50", "p95"], cells, [1, 2]))
      }
    } finally {
      await service.stop()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (values.help) process.stdout.write(help)
else await main()
