// @ts-check
// Measures the console's pages of users and teams with a million users, on SQLite and PostgreSQL: their requests, and
// the pages in Chromium.
//
//   npm run bench:users -- --help

import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { findPrograms, startServer } from "../test/postgres/postgres-server.mjs"
import { fill, filledFile } from "./service/filled.mjs"
import { command, startService } from "./service/process.mjs"
import { addVariety, PER_PASSKEY } from "./service/varied.mjs"
import { table } from "./table.mjs"
import { measurePages } from "./users/pages.mjs"
import { measureRequests } from "./users/requests.mjs"

const help = `Measures the reads of the console's pages of users and teams, one after the other, on SQLite and
PostgreSQL. Other requests are sent meanwhile, every few milliseconds: the longest of them shows how long a read blocks
the event loop. Then measures the pages in Chromium: from a click or an input until the frame that shows the result.

  npm run bench:users [-- OPTIONS]

Options
  --users COUNT      at least 10000, default 1000000; there is a team for ten of them
  --runs COUNT       of each read, default 20
  --on DATABASES     default sqlite,postgres
  --database NAME    a path or PostgreSQL URL of a database with these users, instead of those of --on
  --only PART        requests or pages
  --json             print one line of JSON instead of tables
  --help             this text

Needs dist/cli (npm run build). The SQLite file is created once and cached in node_modules/.cache.
`

const { values } = parseArgs({
  options: {
    users: { type: "string", default: "1000000" },
    runs: { type: "string", default: "20" },
    on: { type: "string", default: "sqlite,postgres" },
    database: { type: "string" },
    only: { type: "string" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false }
  }
})

const users = Number(values.users)
const runs = Number(values.runs)

/** The aim for the 95th percentile of each read, in milliseconds. */
const AIM = 200

/** @param {string} database */
const measure = async (database) => {
  const service = await startService(database)
  try {
    const options = { url: service.url, users, runs }
    return {
      requests: values.only === "pages" ? [] : await measureRequests(options),
      pages: values.only === "requests" ? [] : await measurePages(options)
    }
  } finally {
    await service.stop()
  }
}

const onSqlite = async () => {
  const folder = mkdtempSync(join(tmpdir(), "keystile-users-page-"))
  try {
    const file = join(folder, "users.db")
    await filledFile(file, users)
    await addVariety(file, users)
    return await measure(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const onPostgres = async () => {
  const server = await startServer()
  try {
    await fill(server.url, users)
    await addVariety(server.url, users)
    return await measure(server.url)
  } finally {
    server.stop()
  }
}

const main = async () => {
  if (values.only !== undefined && !["requests", "pages"].includes(values.only))
    throw new Error("--only is requests or pages.")
  if (!(users >= 2 * PER_PASSKEY)) throw new Error(`--users is at least ${2 * PER_PASSKEY}.`)
  if (!existsSync(command)) throw new Error("There is no dist/cli. Run: npm run build")
  const isAsked = (/** @type {string} */ name) => values.database === undefined && values.on.split(",").includes(name)
  /** @type {Array<{ name: string } & Awaited<ReturnType<typeof measure>>>} */
  const results = []
  if (values.database !== undefined) results.push({ name: "The database", ...(await measure(values.database)) })
  if (isAsked("sqlite")) results.push({ name: "SQLite, a file", ...(await onSqlite()) })
  if (isAsked("postgres")) {
    if (findPrograms() === undefined) process.stderr.write("PostgreSQL is not installed here: that part is left out.\n")
    else results.push({ name: "PostgreSQL", ...(await onPostgres()) })
  }
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ users, results })}\n`)
    return
  }
  for (const { name, pages, requests } of results) {
    process.stdout.write(`${name}: ${users.toLocaleString("en")} users, ${runs} times each, aim ${AIM} ms\n\n`)
    const longest = requests.map(({ other }) => ms(other))
    if (requests.length > 0) process.stdout.write(`${tableOf("read", requests, { "longest other": longest })}\n`)
    if (pages.length > 0) process.stdout.write(`${tableOf("page in Chromium", pages)}\n`)
  }
}

const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`

/**
 * @param {string} title
 * @param {ReadonlyArray<{ name: string, p50: number, p95: number }>} rows
 * @param {Record<string, ReadonlyArray<string>>} more further columns
 */
const tableOf = (title, rows, more = {}) => {
  const cells = rows.map(({ name, p50, p95 }, index) => [
    name,
    ms(p50),
    ms(p95),
    ...Object.values(more).map((column) => column[index] ?? ""),
    p95 > AIM ? "above the aim" : ""
  ])
  return table([title, "p50", "p95", ...Object.keys(more), ""], cells, [1, 2, 3])
}

if (values.help) process.stdout.write(help)
else await main()
