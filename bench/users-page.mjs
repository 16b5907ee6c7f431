// @ts-check
// Measures the reads of the console's pages of users and teams with a million users, on SQLite and PostgreSQL.
//
//   npm run bench:users -- --help

import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { findPrograms, startServer } from "../test/postgres/postgres-server.mjs"
import { fill, filledFile, project, visitors } from "./service/filled.mjs"
import { command, startService } from "./service/process.mjs"
import { addVariety } from "./service/varied.mjs"
import { table } from "./table.mjs"

const help = `Measures the reads of the console's pages of users and teams, one after the other, on SQLite and
PostgreSQL. Other requests are sent meanwhile, every few milliseconds: the longest of them shows how long a read blocks
the event loop.

  npm run bench:users [-- OPTIONS]

Options
  --users COUNT      default 1000000; there is a team for ten of them
  --runs COUNT       of each read, default 20
  --on DATABASES     default sqlite,postgres
  --database NAME    a path or PostgreSQL URL of a database with these users, instead of those of --on
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
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false }
  }
})

const users = Number(values.users)
const runs = Number(values.runs)

/** The aim for the 95th percentile of each read, in milliseconds. */
const AIM = 200

/** The interval of the other requests, in milliseconds. */
const INTERVAL = 5

const headers = {
  "x-stack-project-id": project.id,
  "x-stack-access-type": "server",
  "x-stack-secret-server-key": project.secretServerKey
}

/** Users that are distributed over all of them. */
const known = visitors(users)
/** @param {number} run */
const one = (run) => known[(run * 37) % known.length] ?? { userId: "", email: "" }

const orders = {
  "newest first": "/users?limit=50&order_by=signed_up_at&desc=true",
  "oldest first": "/users?limit=50&order_by=signed_up_at",
  "last active first": "/users?limit=50&order_by=last_active_at&desc=true"
}
const newest = orders["newest first"]

/** A time at which users of the middle were active, in epoch milliseconds. */
const DAY = Date.UTC(2025, 0, 1) + (users / 2) * 1000

const teams = "/teams?limit=50&desc=true"
const guildId = "00048271-0000-4000-9000-000000000001"

/** @param {string} text @param {string} [order] */
const search = (text, order = newest) => [`${order}&query=${encodeURIComponent(text)}`]

/**
 * The requests of each read. Those of one page are sent at once.
 *
 * @type {Record<string, (run: number) => ReadonlyArray<string>>}
 */
const reads = {
  "first page, newest first": () => [newest],
  "first page, last active first": () => [orders["last active first"]],
  "a page in the middle": (run) => [`${newest}&cursor=${one(run).userId}`],
  "search by id": (run) => search(one(run).userId),
  "search by address": (run) => search(one(run).email),
  "search that finds a hundred users": (run) => search(`son ${1000 + run}`),
  "search that finds a thousand users": (run) => search(`son ${100 + run}`),
  ...Object.fromEntries(
    Object.entries(orders).map(([name, order]) => [
      `search that finds all users, ${name}`,
      () => search("example.com", order)
    ])
  ),
  "search that finds no user": (run) => search(`nobody${run}`),
  "search by two letters of all users": () => search("rs"),
  "search by two letters of no user": () => search("zq"),
  "filter that selects every tenth user": () => [`${newest}&sign_in_method=oauth`],
  "filter that selects a method of few users": () => [`${newest}&sign_in_method=passkey`],
  "filters that select few users": () => [
    `${newest}&sign_in_method=passkey&primary_email_verified=true&active_since_millis=0`
  ],
  "filters by a day, in the order of sign-ups": () => [
    `${newest}&primary_email_verified=false&active_since_millis=${DAY}&active_until_millis=${DAY + 3_600_000}`
  ],
  "filters that select no user": () => [`${newest}&sign_in_method=oauth&primary_email_verified=false`],
  "search that finds all users, with a filter": () => [
    ...search("example.com", `${newest}&sign_in_method=passkey&primary_email_verified=true`)
  ],
  "search that finds all users, with filters that select none": () => [
    ...search("example.com", `${newest}&sign_in_method=oauth&primary_email_verified=false`)
  ],
  "first page of teams": () => [teams],
  "search by the id of a team": () => [`${teams}&query=${guildId}`],
  "search that finds a hundred teams": (run) => [`${teams}&query=${encodeURIComponent(`guild ${100 + run}`)}`],
  "search that finds all teams": () => [`${teams}&query=guild`],
  "search by two letters of all teams": () => [`${teams}&query=ld`],
  "search that finds no team": (run) => [`${teams}&query=nothing${run}`],
  "page of a user": (run) => {
    const { userId } = one(run)
    return [
      `/users/${userId}`,
      `/contact-channels?user_id=${userId}`,
      `/passkeys/${userId}`,
      `/teams?user_id=${userId}`
    ]
  }
}

/** @param {string} url @param {string} path */
const request = async (url, path) => {
  const start = performance.now()
  const response = await fetch(`${url}${path}`, { headers })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return performance.now() - start
}

/**
 * Sends other requests until it is stopped, and returns the longest time of one.
 *
 * @param {string} url
 */
const watch = (url) => {
  const stop = new AbortController()
  const sending = (async () => {
    let longest = 0
    while (!stop.signal.aborted) {
      longest = Math.max(longest, await request(url, "/health"))
      await new Promise((resolve) => setTimeout(resolve, INTERVAL))
    }
    return longest
  })()
  return () => {
    stop.abort()
    return sending
  }
}

/** @param {string} database */
const measure = async (database) => {
  const service = await startService(database)
  try {
    const rows = []
    for (const [name, requestsOf] of Object.entries(reads)) {
      /** @type {Array<number>} */
      const times = []
      const stop = watch(service.url)
      for (let run = 0; run < runs; run++) {
        const start = performance.now()
        await Promise.all(requestsOf(run).map((path) => request(service.url, `/api/v1${path}`)))
        times.push(performance.now() - start)
      }
      const other = await stop()
      times.sort((a, b) => a - b)
      const at = (/** @type {number} */ share) => times[Math.min(runs - 1, Math.floor(runs * share))] ?? Number.NaN
      rows.push({ name, p50: at(0.5), p95: at(0.95), other })
      process.stderr.write(`${name}: ${at(0.95).toFixed(1)} ms\n`)
    }
    return rows
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
  if (!existsSync(command)) throw new Error("There is no dist/cli. Run: npm run build")
  const isAsked = (/** @type {string} */ name) => values.database === undefined && values.on.split(",").includes(name)
  const results = []
  if (values.database !== undefined) results.push({ name: "The database", rows: await measure(values.database) })
  if (isAsked("sqlite")) results.push({ name: "SQLite, a file", rows: await onSqlite() })
  if (isAsked("postgres")) {
    if (findPrograms() === undefined) process.stderr.write("PostgreSQL is not installed here: that part is left out.\n")
    else results.push({ name: "PostgreSQL", rows: await onPostgres() })
  }
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ users, results })}\n`)
    return
  }
  const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`
  for (const { name, rows } of results) {
    const cells = rows.map(({ name, other, p50, p95 }) => [
      name,
      ms(p50),
      ms(p95),
      ms(other),
      p95 > AIM ? "above the aim" : ""
    ])
    process.stdout.write(`${name}: ${users.toLocaleString("en")} users, ${runs} times each, aim ${AIM} ms\n\n`)
    process.stdout.write(`${table(["read", "p50", "p95", "longest other", ""], cells, [1, 2, 3])}\n`)
  }
}

if (values.help) process.stdout.write(help)
else await main()
