// @ts-check
// Measures an import and an export of many users.
//
//   npm run bench:transfer -- --help

import { Effect, Layer } from "effect"
import { createWriteStream, mkdtempSync, rmSync } from "node:fs"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { findPrograms, startServer } from "../test/postgres/postgres-server.mjs"
import * as InstallationSecret from "../service/crypto/secrets/installation-secret.ts"
import { layer as development } from "../service/development.ts"
import * as DefinitionStore from "../service/resources/permissions/definition-store.ts"
import * as Database from "../service/sql/database.ts"
import { exportProject } from "../service/transfer/export-project.ts"
import * as ExportStore from "../service/transfer/export-store.ts"
import { importRecords } from "../service/transfer/import-records.ts"
import * as ImportStore from "../service/transfer/import-store.ts"
import { readSource } from "../service/transfer/sources/source.ts"
import { table } from "./table.mjs"

const help = `Measures keystile import and keystile export of many users.

  npm run bench:transfer [-- OPTIONS]

Options
  --users N      the users of the file (default 100000)
  --only NAMES   some of sqlite,postgres (default both; postgres if its programs are installed)
  --json         print one line of JSON instead of a table
  --help         this text

Each user has an address, a bcrypt hash, a connected account and metadata, and each is the member of a team of ten. The
second import reads the same file again, as after an interruption. The aim is an import of 100,000 users in less than
5 minutes. The exit code is 1 if it is missed.
`

/** In seconds, for 100,000 users. */
const AIM = 300
const PROJECT_ID = "11111111-1111-4111-8111-111111111111"
const AT = Date.UTC(2026, 0, 31)
const TEAM_SIZE = 10

const { values } = parseArgs({
  options: {
    users: { type: "string", default: "100000" },
    only: { type: "string", default: "sqlite,postgres" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false }
  }
})

if (values.help) {
  console.log(help)
  process.exit()
}

const count = Number(values.users)
if (!Number.isInteger(count) || count < TEAM_SIZE) {
  console.error(`--users has to be a number from ${TEAM_SIZE}.`)
  process.exit(1)
}

/** @param {string} start @param {number} number */
const id = (start, number) => `${start}-0000-4000-8000-${String(number).padStart(12, "0")}`

const metadata = { client_metadata: { theme: "dark" }, client_read_only_metadata: null, server_metadata: { plan: 1 } }

/** Returns the records of the file. */
function* records() {
  const teams = Math.floor(count / TEAM_SIZE)
  yield { type: "header", format: "keystile", version: 1, project_id: PROJECT_ID, exported_at_millis: AT }
  for (let team = 0; team < teams; team++) {
    const profile = { display_name: `Team ${team}`, profile_image_url: null }
    yield { type: "team", id: id("77777777", team), ...profile, ...metadata, created_at_millis: AT }
  }
  for (let user = 0; user < count; user++) {
    yield {
      type: "user",
      id: id("aaaaaaaa", user),
      display_name: `User ${user}`,
      profile_image_url: null,
      ...metadata,
      signed_up_at_millis: AT + user,
      last_active_at_millis: AT + user,
      password: { hash: "$2b$10$vWkqOio8rwIollpY4xTTVuAOmUDuhKfWi4hYbydOULq0M/b7DP6e2", changed_at_millis: AT },
      totp_secret: null,
      otp_auth_enabled: false,
      contact_channels: [
        {
          id: id("cccccccc", user),
          type: "email",
          value: `user${user}@example.com`,
          is_primary: true,
          is_verified: true,
          used_for_auth: true,
          created_at_millis: AT
        }
      ],
      connected_accounts: [{ provider_id: "github", account_id: `${user}`, email: null, created_at_millis: AT }],
      passkeys: [],
      recovery_codes: []
    }
  }
  for (let user = 0; user < count; user++) {
    yield {
      type: "membership",
      team_id: id("77777777", Math.min(teams - 1, Math.floor(user / TEAM_SIZE))),
      user_id: id("aaaaaaaa", user),
      is_selected: true,
      display_name: null,
      profile_image_url: null,
      permission_ids: ["member"],
      created_at_millis: AT
    }
  }
  yield { type: "end", counts: { permission: 0, team: teams, user: count, membership: count } }
}

/** @param {string} path */
const writeFile = async (path) => {
  const file = createWriteStream(path)
  for (const record of records()) {
    if (!file.write(`${JSON.stringify(record)}\n`)) await once(file, "drain")
  }
  file.end()
  await once(file, "close")
}

/**
 * Returns the result of an effect and its seconds.
 *
 * @template A, E
 * @param {Effect.Effect<A, E>} effect
 */
const measureTime = async (effect) => {
  const start = performance.now()
  const result = await Effect.runPromise(effect)
  return { result, seconds: (performance.now() - start) / 1000 }
}

/** @param {string} database @param {string} path */
const measure = async (database, path) => {
  const seed = { projects: [{ id: PROJECT_ID, displayName: "Bench" }] }
  await Effect.runPromise(Effect.scoped(Layer.build(development({ database, seed }))))
  const stores = Layer.mergeAll(ImportStore.layer, ExportStore.layer, DefinitionStore.layer).pipe(
    Layer.provideMerge(Layer.provideMerge(InstallationSecret.layer([]), Database.layer(database)))
  )
  let memory = 0
  // The items of a file can be read once.
  const importing = Effect.suspend(() =>
    readSource({ name: "keystile", path, projectId: PROJECT_ID, hashConfig: undefined })
  ).pipe(
    Effect.flatMap((items) =>
      importRecords(PROJECT_ID, items, {
        onRefused: (line, reason) => Effect.die(new Error(`${line}: ${reason}`)),
        onProgress: () => Effect.sync(() => (memory = Math.max(memory, process.memoryUsage.rss())))
      })
    ),
    Effect.provide(stores)
  )
  const first = await measureTime(importing)
  const second = await measureTime(importing)
  if (first.result.imported.user !== count || second.result.existing.user !== count)
    throw new Error(`Users are missing: ${JSON.stringify([first.result, second.result])}`)
  let bytes = 0
  const exporting = exportProject(PROJECT_ID, (lines) => Effect.sync(() => (bytes += lines.length))).pipe(
    Effect.provide(stores)
  )
  const exported = await measureTime(exporting)
  return {
    import: first.seconds,
    again: second.seconds,
    export: exported.seconds,
    megabytes: bytes / 2 ** 20,
    memory: memory / 2 ** 20
  }
}

const only = new Set(values.only.split(","))
const folder = mkdtempSync(join(tmpdir(), "keystile-bench-"))
/** @type {Record<string, Awaited<ReturnType<typeof measure>>>} */
const results = {}
try {
  const path = join(folder, "users.ndjson")
  await writeFile(path)
  if (only.has("sqlite")) results["sqlite"] = await measure(join(folder, "keystile.db"), path)
  if (only.has("postgres") && findPrograms() !== undefined) {
    const server = await startServer({ isSafe: true })
    try {
      results["postgres"] = await measure(server.url, path)
    } finally {
      server.stop()
    }
  }
} finally {
  rmSync(folder, { recursive: true })
}

const isMissed = Object.values(results).some((result) => (result.import * 100_000) / count > AIM)
if (values.json) console.log(JSON.stringify({ users: count, ...results }))
else {
  console.log(`${count} users, their memberships and ${Math.floor(count / TEAM_SIZE)} teams\n`)
  console.log(
    table(
      ["database", "import", "again", "export", "file", "memory"],
      Object.entries(results).map(([name, result]) => [
        name,
        `${result.import.toFixed(1)} s`,
        `${result.again.toFixed(1)} s`,
        `${result.export.toFixed(1)} s`,
        `${result.megabytes.toFixed(0)} MB`,
        `${result.memory.toFixed(0)} MB`
      ])
    )
  )
}
process.exitCode = isMissed ? 1 : 0
