// @ts-check
// Measures the built service under load, and how the time of one user's calls depends on the number of users.
//
//   npm run bench:service -- --help

import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { findPrograms, startServer } from "../test/postgres/postgres-server.mjs"
import { admit, importHashes, mainCalls, PAGE, serverSignIns } from "./service/calls.mjs"
import { fill, filledFile, PASSWORD, visitors } from "./service/filled.mjs"
import { measureGrowth, sizesUpTo } from "./service/growth.mjs"
import { command, processorTime, residentMegabytes, startFloor, startLoad, startService } from "./service/process.mjs"
import { measureProcesses } from "./service/processes.mjs"
import { measureReplica } from "./service/replica.mjs"
import { measureTokens } from "./service/tokens.mjs"
import { median, table } from "./table.mjs"

const help = `Measures the built service: requests per second, memory, start, and how its times grow with the users.

  npm run bench:service [-- OPTIONS]

Options
  --only PARTS   some of load,postgres,processes,replica,tokens,bcrypt,argon2,growth,postgres-growth,start,memory
                 (default all)
  --seconds N    how long each call is measured under load (default 5)
  --users N      the most users of growth and postgres-growth (default 100000)
  --databases D  measures only the growth between two databases, paths or PostgreSQL URLs with a comma between them: the
                 first with 1,000 users and the second with --users
  --beside PATH  another built checkout, measured in turns with this one in the part tokens
  --long         a million requests for the memory, not a hundred thousand
  --json         print one line of JSON instead of tables
  --help         this text

Load: another process keeps 50 connections busy. The project has 100,000 users. The floor is a bare node:http server
that sends the same bytes as the service's GET /users/me. Processor time is that of all threads of the service, per
request.

Postgres: the same on PostgreSQL, if its programs are installed. The aim for GET /users?limit=100 is a median of at
most 2 times that on SQLite in the same run.

Processes: one, two and four processes of the service in production on one PostgreSQL database; if PgBouncer is
installed, also through it, in transaction mode with ten connections to the server for all processes, and with its
processor time per call. They share the processors with the database and the load, so only a machine with more of them
shows how throughput grows; a failed call ends the measurement.

Replica: pages of users with and without a read replica, and the processor time of both servers for each. The servers
share the processors with the service and the load.

Tokens: the service in production (encrypted secrets, metrics, without a line of log for each request). GET /users/me
with 100 access tokens, which it has verified before, and with tokens that it has never received; token refresh; and
sign-in by the server tier, which needs no password. Every round measures each of them once. The floors are node:http
servers that verify the signature of each token with node:crypto, or read the session and the user of a refresh token
from SQLite. The aims are those beside another checkout, for the median of the ratios of the rounds: at least 0.9 times
the requests with known tokens, 1.5 times with new ones, and 0.8 times the token refreshes. A checkout without keystile
serve is measured with keystile dev.

Bcrypt: GET /users/me on 50 connections, without and with 50 more connections that sign in with wrong passwords as users
with bcrypt hashes of cost 12. The aim is at most 3 times the p99.

Argon2: the same beside 20 sign-ins a second with the right password and the hashes of the service. The aim is at most 2
times the p99.

Growth: the median time of single calls on one connection, with 1,000 users, ten times as many, and so on up to --users.
The aim is at most 1.3 times the time with 1,000 users. Postgres-growth: the same on PostgreSQL.

Start: from the start of the process to the end of the first response, median of 5. The aim is 350 ms.

Memory: resident, after 100,000 GET /users/me. The aim is 150 MB.

The database files are created once and cached in node_modules/.cache. Builds the package first if dist/ has no command.
The exit code is 1 if an aim is missed.
`

const root = fileURLToPath(new URL("..", import.meta.url))
const CONNECTIONS = 50
const USERS = 100_000
const TOKEN_USERS = 10_000
const STARTS = 5
/** A hash of cost 12 of any password. */
const BCRYPT_HASH = "$2b$12$EixZaYVK1fsbw1ZfbX3OXePaWxn96p36WQoeG6Lruj3vjPGga31lW"
const AIMS = { argon2: 2, bcrypt: 3, postgresPage: 2, start: 350, memory: 150 }
const SIGN_INS_A_SECOND = 20
/** Measurements beside sign-ins, each with one alone before it. */
const ROUNDS_BESIDE = 3
/** Requests before the measurement, so that the engine has compiled the hot functions. */
const WARM_UP = 3000
const PARTS = [
  "load",
  "postgres",
  "processes",
  "replica",
  "tokens",
  "bcrypt",
  "argon2",
  "growth",
  "postgres-growth",
  "start",
  "memory"
]

const { values } = parseArgs({
  options: {
    only: { type: "string", default: PARTS.join(",") },
    seconds: { type: "string", default: "5" },
    users: { type: "string", default: String(USERS) },
    databases: { type: "string" },
    beside: { type: "string" },
    long: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false }
  }
})

const ms = (/** @type {number} */ millis) => `${millis < 10 ? millis.toFixed(1) : Math.round(millis)} ms`
const times = (/** @type {number} */ ratio) => `${ratio.toFixed(2)} ×`

const folder = mkdtempSync(join(tmpdir(), "keystile-bench-"))
const note = (/** @type {string} */ text) => process.stderr.write(`${text}\n`)

// Removes the files and stops the servers on every exit.
process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.once(signal, () => process.exit(1))

if (values.help) process.stdout.write(help)
else await main(values.only.split(","), Number(values.seconds))

/** @param {ReadonlyArray<string>} parts @param {number} seconds */
async function main(parts, seconds) {
  const unknown = parts.find((part) => !PARTS.includes(part))
  const problem =
    unknown !== undefined
      ? `There is no part ${unknown}: ${PARTS.join(", ")}.`
      : !(seconds > 0)
        ? "--seconds is a number above 0."
        : !(Number(values.users) >= 1000)
          ? "--users is a number from 1000 on."
          : null
  if (problem !== null) {
    note(problem)
    process.exitCode = 1
    return
  }
  if (!existsSync(command))
    spawnSync(process.execPath, [join(root, "scripts", "build", "build.mjs")], { cwd: root, stdio: ["ignore", 2, 2] })
  if (values.databases !== undefined) {
    report([await growthOf(values.databases.split(","), Number(values.users))])
    return
  }
  const has = (/** @type {string} */ part) => parts.includes(part)
  /** @type {Array<Section>} */
  const sections = []
  const onFile = has("load") ? await underLoad("SQLite, a file", await fileOf(USERS), seconds) : undefined
  if (onFile !== undefined) sections.push(onFile)
  if (has("postgres")) {
    if (findPrograms() === undefined) note("PostgreSQL is not installed here: that part is left out.")
    else {
      const onServer = await onPostgres(seconds)
      sections.push(onServer)
      if (onFile !== undefined) sections.push(pageRatio(onFile, onServer))
    }
  }
  if (has("processes")) {
    if (findPrograms() === undefined) note("PostgreSQL is not installed here: that part is left out.")
    else sections.push(await measureProcesses({ users: TOKEN_USERS, connections: CONNECTIONS, seconds, note }))
  }
  if (has("replica")) {
    if (findPrograms() === undefined) note("PostgreSQL is not installed here: that part is left out.")
    else sections.push(await measureReplica({ users: TOKEN_USERS, connections: CONNECTIONS, seconds, note }))
  }
  if (has("tokens")) {
    note("tokens …")
    sections.push(
      await measureTokens({ folder, users: TOKEN_USERS, connections: CONNECTIONS, note, beside: values.beside })
    )
  }
  if (has("bcrypt")) sections.push(await besideBcrypt(seconds))
  if (has("argon2")) sections.push(await besideArgon2(seconds))
  const sizes = sizesUpTo(Number(values.users))
  if (has("growth")) sections.push(await measureGrowth({ name: "SQLite", sizes, databaseOf: fileOf, note }))
  if (has("postgres-growth")) {
    if (findPrograms() === undefined) note("PostgreSQL is not installed here: that part is left out.")
    else sections.push(await growthOnPostgres(sizes))
  }
  if (has("start")) sections.push(await starts())
  if (has("memory")) sections.push(await memory(values.long ? 1_000_000 : 100_000))
  report(sections)
}

/** @typedef {{ title: string, head: ReadonlyArray<string>, rows: ReadonlyArray<Row> }} Section */
/** @typedef {{ cells: ReadonlyArray<string>, isMissed?: boolean }} Row */

/** @param {number} users */
async function fileOf(users) {
  const path = join(folder, `${users}.db`)
  if (!existsSync(path)) {
    note(`a file with ${users} users …`)
    await filledFile(path, users)
  }
  return path
}

/** @typedef {Section & { medians: ReadonlyMap<string, number> }} LoadSection with the median of each call, in ms */

/**
 * The median of a page of users on PostgreSQL, as a multiple of SQLite's.
 *
 * @param {LoadSection} onFile
 * @param {LoadSection} onServer
 * @returns {Section}
 */
function pageRatio(onFile, onServer) {
  const rows = [...onFile.medians]
    .filter(([name]) => name === PAGE)
    .map(([name, median]) => {
      const ratio = (onServer.medians.get(name) ?? Number.NaN) / median
      return { cells: [name, times(ratio), times(AIMS.postgresPage)], isMissed: !(ratio <= AIMS.postgresPage) }
    })
  return { title: "Median time on PostgreSQL, of that on SQLite", head: ["", "ratio", "aim"], rows }
}

/** @param {string} name @param {string} database @param {number} seconds @returns {Promise<LoadSection>} */
async function underLoad(name, database, seconds) {
  const service = await startService(database)
  const load = startLoad()
  try {
    const calls = mainCalls(await admit(service.url, visitors(USERS)))
    const [first] = calls
    const floor = await startFloor(service.port, first?.requests[0] ?? "")
    /** @param {{ port: number, pid: number }} target @param {ReadonlyArray<string>} requests */
    const measure = async ({ pid, port }, requests) => {
      await load.run({ port, requests, connections: CONNECTIONS, count: Math.min(WARM_UP, requests.length * 100) })
      const before = processorTime(pid)
      const result = await load.run({ port, requests, connections: CONNECTIONS, seconds })
      const after = processorTime(pid)
      const micros = before === null || after === null ? null : ((after - before) * 1000) / result.done
      return { ...result, perSecond: result.done / result.seconds, micros }
    }
    note(`${name}: the floor …`)
    const bare = await measure(floor, first?.requests ?? [])
    floor.stop()
    /** @type {Array<typeof bare & { name: string, aim?: { perSecond: number, p99?: number } }>} */
    const rows = [{ name: "floor: node:http, same response", ...bare }]
    for (const { name: call, requests, aim } of calls) {
      note(`${name}: ${call} …`)
      const measured = await measure(service, requests)
      rows.push({ name: call, ...measured, ...(aim !== undefined && { aim }) })
    }
    return {
      title: `${name}, ${USERS} users, ${CONNECTIONS} connections`,
      medians: new Map(rows.map((row) => [row.name, row.p50])),
      head: ["", "a second", "p50", "p99", "processor", "of the floor's", "aim"],
      rows: rows.map(({ aim, micros, name, p50, p99, perSecond }) => ({
        cells: [
          name,
          String(Math.round(perSecond)),
          ms(p50),
          ms(p99),
          micros === null ? "?" : `${Math.round(micros)} µs`,
          micros === null || bare.micros === null ? "?" : times(micros / bare.micros),
          aim === undefined ? "" : `${aim.perSecond}${aim.p99 === undefined ? "" : `, ${aim.p99} ms`}`
        ],
        // The aims are those of SQLite.
        isMissed:
          aim !== undefined &&
          !database.startsWith("postgres") &&
          (perSecond < aim.perSecond || p99 > (aim.p99 ?? Infinity))
      }))
    }
  } finally {
    load.stop()
    await service.stop()
  }
}

/** @param {number} seconds */
async function onPostgres(seconds) {
  note("PostgreSQL: a server with its users …")
  // With `fsync`, as in production: a committed transaction is on the disk.
  const server = await startServer({ isSafe: true })
  process.once("exit", server.stop)
  try {
    await fill(server.url, USERS)
    return await underLoad("PostgreSQL", server.url, seconds)
  } finally {
    process.off("exit", server.stop)
    server.stop()
  }
}

/**
 * The growth between two databases that exist. Calls of the measurement change them.
 *
 * @param {ReadonlyArray<string>} databases
 * @param {number} users
 */
async function growthOf([small = "", large = ""], users) {
  const name = small.startsWith("postgres") ? "PostgreSQL" : "SQLite"
  const sizes = [1000, users]
  return await measureGrowth({ name, sizes, databaseOf: async (each) => (each === users ? large : small), note })
}

/** @param {ReadonlyArray<number>} sizes */
async function growthOnPostgres(sizes) {
  const server = await startServer({ isSafe: true })
  process.once("exit", server.stop)
  try {
    const databaseOf = async (/** @type {number} */ users) => {
      note(`PostgreSQL: a database with ${users} users …`)
      const url = server.createDatabase(`users_${users}`)
      await fill(url, users)
      return url
    }
    return await measureGrowth({ name: "PostgreSQL", sizes, databaseOf, note })
  } finally {
    process.off("exit", server.stop)
    server.stop()
  }
}

/** @param {number} seconds @returns {Promise<Section>} */
async function besideBcrypt(seconds) {
  return await besideSignIns({
    name: "bcrypt",
    title: `${CONNECTIONS} concurrent sign-ins with bcrypt of cost 12`,
    aim: AIMS.bcrypt,
    seconds,
    prepare: async (url, users) => {
      await importHashes(url, users, BCRYPT_HASH)
      return { requests: serverSignIns(users, "a wrong one") }
    }
  })
}

/** @param {number} seconds @returns {Promise<Section>} */
async function besideArgon2(seconds) {
  return await besideSignIns({
    name: "argon2",
    title: `${SIGN_INS_A_SECOND} sign-ins a second with Argon2id`,
    aim: AIMS.argon2,
    seconds,
    prepare: async (_, users) => ({ requests: serverSignIns(users, PASSWORD), perSecond: SIGN_INS_A_SECOND })
  })
}

/**
 * Measures `GET /users/me` alone and beside sign-ins, three times each, in turns. The medians of the three are
 * compared.
 *
 * @param {{
 *   name: string
 *   title: string
 *   aim: number
 *   seconds: number
 *   prepare: (
 *     url: string,
 *     users: ReadonlyArray<{ userId: string, email: string }>
 *   ) => Promise<{ requests: ReadonlyArray<string>, perSecond?: number }>
 * }} options
 * @returns {Promise<Section>}
 */
async function besideSignIns({ aim, name, prepare, seconds, title }) {
  const file = join(folder, `${name}.db`)
  await filledFile(file, 1000)
  const service = await startService(file)
  const [reading, signingIn] = [startLoad(), startLoad()]
  try {
    const [visitor, ...others] = visitors(1000)
    if (visitor === undefined) throw new Error("there are no visitors")
    const signIns = {
      port: service.port,
      connections: CONNECTIONS,
      ...(await prepare(service.url, others.slice(0, CONNECTIONS)))
    }
    const [call] = mainCalls(await admit(service.url, [visitor]))
    const read = { port: service.port, requests: call?.requests ?? [], connections: CONNECTIONS }
    await reading.run({ ...read, count: WARM_UP })
    await signingIn.run({ ...signIns, count: CONNECTIONS })
    /** @typedef {import("./service/process.mjs").Measured} Measured */
    /** @type {Array<Measured>} */
    const alone = []
    /** @type {Array<Measured>} */
    const beside = []
    let signedIn = 0
    for (let round = 1; round <= ROUNDS_BESIDE; round++) {
      note(`${name}: round ${round} of ${ROUNDS_BESIDE} …`)
      alone.push(await reading.run({ ...read, seconds }))
      const running = signingIn.run({ ...signIns, seconds: seconds + 1 })
      // Starts the sign-ins before the reads, and stops them afterwards.
      await new Promise((resolve) => setTimeout(resolve, 500))
      beside.push(await reading.run({ ...read, seconds }))
      signedIn += (await running).done
    }
    /** @param {ReadonlyArray<Measured>} runs */
    const medians = (runs) => ({
      perSecond: median(runs.map(({ done, seconds }) => done / seconds)),
      p50: median(runs.map(({ p50 }) => p50)),
      p99: median(runs.map(({ p99 }) => p99))
    })
    const [without, withSignIns] = [medians(alone), medians(beside)]
    const ratio = withSignIns.p99 / without.p99
    /** @param {string} label @param {typeof without} measured */
    const cells = (label, { p50, p99, perSecond }) => [label, String(Math.round(perSecond)), ms(p50), ms(p99)]
    return {
      title: `GET /users/me, SQLite, ${CONNECTIONS} connections, beside ${title}`,
      head: ["", "a second", "p50", "p99", "ratio of p99", "aim"],
      rows: [
        { cells: [...cells("without", without), "", ""] },
        {
          cells: [...cells(`with (${signedIn} sign-ins)`, withSignIns), times(ratio), times(aim)],
          isMissed: ratio > aim
        }
      ]
    }
  } finally {
    reading.stop()
    signingIn.stop()
    await service.stop()
  }
}

/** @returns {Promise<Section>} */
async function starts() {
  const rows = []
  for (const [name, database] of [
    ["in memory", ":memory:"],
    ["a file, empty", await fileOf(0)],
    [`a file, ${USERS} users`, await fileOf(USERS)]
  ]) {
    note(`start: ${name} …`)
    const lives = []
    // The first start fills the compile cache.
    for (let run = 0; run <= STARTS; run++) {
      const service = await startService(database ?? "")
      lives.push({ firstResponseMillis: service.firstResponseMillis, memory: residentMegabytes(service.pid) })
      await service.stop()
    }
    const [, ...warm] = lives
    const firstResponse = median(warm.map((life) => life.firstResponseMillis))
    const fresh = Math.max(...warm.map((life) => life.memory ?? Number.NaN))
    rows.push({
      cells: [name ?? "", ms(firstResponse), ms(AIMS.start), `${Math.round(fresh)} MB`],
      isMissed: firstResponse > AIMS.start
    })
  }
  return { title: "Start", head: ["", "first response", "aim", "memory"], rows }
}

/** @param {number} count @returns {Promise<Section>} */
async function memory(count) {
  const service = await startService(await fileOf(USERS))
  const load = startLoad()
  try {
    const [call] = mainCalls(await admit(service.url, visitors(USERS)))
    /** @type {Array<Row>} */
    const rows = [{ cells: ["0", `${Math.round(residentMegabytes(service.pid) ?? 0)} MB`, ""] }]
    const step = 100_000
    for (let done = step; done <= count; done += step) {
      note(`memory: ${done} of ${count} …`)
      await load.run({ port: service.port, requests: call?.requests ?? [], connections: CONNECTIONS, count: step })
      const now = residentMegabytes(service.pid) ?? Number.NaN
      rows.push({ cells: [String(done), `${Math.round(now)} MB`, `${AIMS.memory} MB`], isMissed: now > AIMS.memory })
    }
    return {
      title: `Memory by the requests that were handled, GET /users/me, ${USERS} users`,
      head: ["requests", "resident", "aim"],
      rows
    }
  } finally {
    load.stop()
    await service.stop()
  }
}

/** @param {ReadonlyArray<Section>} sections */
function report(sections) {
  const missed = sections.some(({ rows }) => rows.some(({ isMissed }) => isMissed === true))
  const load = loadavg()
    .map((each) => each.toFixed(1))
    .join(" ")
  if (values.json) process.stdout.write(`${JSON.stringify({ node: process.version, load, sections })}\n`)
  else {
    process.stdout.write(`The built service, Node ${process.versions.node}, machine load ${load}\n`)
    for (const { head, rows, title } of sections) {
      const cells = rows.map(({ cells, isMissed }) => [
        ...cells,
        isMissed === undefined ? "" : isMissed ? "MISSED" : "ok"
      ])
      process.stdout.write(`\n${title}\n\n${table([...head, ""], cells, head.map((_, column) => column).slice(1))}`)
    }
  }
  if (missed) process.exitCode = 1
}
