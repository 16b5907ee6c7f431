// @ts-check
// Checks that the response time of "forgotten password" does not reveal whether an email has an account.
//
//   npm run bench:forgotten -- --help

import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { findPrograms, startServer } from "../test/postgres/postgres-server.mjs"
import { layer as serviceLayer } from "../service/development.ts"
import { Service } from "../service/service.ts"
import { median, table } from "./table.mjs"

const help = `Checks that the time of a request for a reset code does not reveal whether an email has an account.

  npm run bench:forgotten [-- OPTIONS]

Options
  --samples N    requests for known and for unknown emails, each (default 1000)
  --only NAMES   some of sqlite,postgres (default both; postgres if its programs are installed)
  --json         print one line of JSON instead of a table
  --help         this text

Requests for known and unknown emails alternate, in a random order within each pair. They use no socket, so that the
figures are those of the service alone. The aim is a ratio of the medians between 0.95 and 1.05. The exit code is 1 if
it is missed.
`

const AIM = { from: 0.95, to: 1.05 }
const WARM_UP = 200

const { values } = parseArgs({
  options: {
    samples: { type: "string", default: "1000" },
    only: { type: "string", default: "sqlite,postgres" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false }
  }
})

const project = {
  id: "22222222-2222-4222-8222-222222222222",
  publishableClientKey: "pck_bench_0123456789",
  secretServerKey: "ssk_bench_0123456789"
}
const seed = {
  projects: [
    {
      id: project.id,
      displayName: "Bench",
      keys: {
        publishableClientKey: project.publishableClientKey,
        secretServerKey: project.secretServerKey,
        superSecretAdminKey: "sak_bench_0123456789"
      },
      users: Array.from({ length: 100 }, (_, index) => ({
        email: addressOf("person", index),
        emailVerified: true,
        displayName: `Person ${index}`
      }))
    }
  ]
}

if (values.help) process.stdout.write(help)
else await main(Number(values.samples), values.only.split(","))

/** Emails of both kinds have the same length. @param {"person" | "absent"} name @param {number} index */
function addressOf(name, index) {
  return `${name}-${String(index).padStart(3, "0")}@example.com`
}

/** @param {number} samples @param {ReadonlyArray<string>} names */
async function main(samples, names) {
  const folder = mkdtempSync(join(tmpdir(), "keystile-bench-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  const rows = []
  if (names.includes("sqlite"))
    rows.push({ name: "SQLite, a file", ...(await measure(join(folder, "keystile.db"), samples)) })
  if (names.includes("postgres")) {
    if (findPrograms() === undefined) process.stderr.write("PostgreSQL is not installed here: it is left out.\n")
    else {
      const server = await startServer({ isSafe: true })
      process.once("exit", server.stop)
      try {
        rows.push({ name: "PostgreSQL", ...(await measure(server.url, samples)) })
      } finally {
        process.off("exit", server.stop)
        server.stop()
      }
    }
  }
  const isMissed = rows.some(({ ratio }) => ratio < AIM.from || ratio > AIM.to)
  if (values.json) process.stdout.write(`${JSON.stringify({ node: process.version, samples, rows })}\n`)
  else {
    const cells = rows.map(({ known, name, ratio, unknown }) => [
      name,
      `${known.toFixed(3)} ms`,
      `${unknown.toFixed(3)} ms`,
      ratio.toFixed(3),
      `${AIM.from} to ${AIM.to}`
    ])
    process.stdout.write(
      `Median time of a request for a reset code, ${samples} samples ` +
        `each\n\n${table(["", "known", "unknown", "ratio", "aim"], cells, [1, 2, 3, 4])}`
    )
  }
  if (isMissed) process.exitCode = 1
}

/** @param {string} database @param {number} samples */
function measure(database, samples) {
  const headers = {
    host: "localhost",
    "content-type": "application/json",
    "x-stack-project-id": project.id,
    // The server tier has no rate limit.
    "x-stack-access-type": "server",
    "x-stack-secret-server-key": project.secretServerKey
  }
  const program = Effect.gen(function* () {
    const { handle } = yield* Service
    const ask = Effect.fnUntraced(function* (/** @type {"person" | "absent"} */ name, /** @type {number} */ index) {
      const bytes = new TextEncoder().encode(
        JSON.stringify({ email: addressOf(name, index % 100), callback_url: "http://localhost:3000/reset" })
      )
      const start = performance.now()
      const { status } = yield* handle({
        method: "POST",
        target: "/api/v1/auth/password/send-reset-code",
        headers,
        address: "127.0.0.1",
        body: () => Effect.succeed(bytes)
      })
      const millis = performance.now() - start
      if (status !== 200)
        return yield* Effect.die(new Error(`POST /auth/password/send-reset-code responded with ${status}`))
      return millis
    })
    /** @type {{ person: Array<number>, absent: Array<number> }} */
    const times = { person: [], absent: [] }
    for (let pair = -WARM_UP; pair < samples; pair++) {
      const order = /** @type {const} */ (["person", "absent"])
      for (const name of Math.random() < 0.5 ? order : order.toReversed()) {
        const millis = yield* ask(name, Math.floor(Math.random() * 100))
        if (pair >= 0) times[name].push(millis)
      }
    }
    const [known, unknown] = [median(times.person), median(times.absent)]
    return { known, unknown, ratio: known / unknown }
  })
  return Effect.runPromise(Effect.provide(program, serviceLayer({ seed, database })))
}
