// @ts-check
// Measures how the built `keystile dev` starts and stops, and its memory.
//
//   npm run bench:start -- --help

import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { wholeNumber } from "./options.mjs"
import { median, table } from "./table.mjs"

const help = `Measures how fast the built \`keystile dev\` starts with a database in memory, and how it stops.

  npm run bench:start [-- OPTIONS]

Options
  --runs N   number of starts (default 5), after a first one that fills the compile cache
  --json     print one line of JSON instead of a table
  --help     this text

First response: from the start of the process to the end of a GET /health. Memory: resident, right after it. The aims
are a response within 300 ms (median), at most 100 MB, and exit code 0 on SIGTERM and SIGINT. Builds the package first
if dist/ has no command.
`

const root = fileURLToPath(new URL("..", import.meta.url))
const command = join(root, "dist", "cli", "bin.mjs")
const AIMS = { firstResponse: 300, memory: 100 }
const TIMEOUT_MILLIS = 20_000

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false }
  }
})

if (values.help) process.stdout.write(help)
else await main(wholeNumber("runs", values.runs))

/** @param {number} runs */
async function main(runs) {
  if (!existsSync(command)) {
    spawnSync(process.execPath, [join(root, "scripts", "build", "build.mjs")], { cwd: root, stdio: ["ignore", 2, 2] })
    if (!existsSync(command)) return fail("There is no dist/cli/bin.mjs, and it could not be built.")
  }
  const results = []
  for (let run = 0; run <= runs; run++) results.push(await oneLife(run % 2 === 0 ? "SIGTERM" : "SIGINT"))
  const [first, ...warm] = results
  if (first === undefined) return
  // A single run measures both signals, too.
  const all = runs === 1 ? [...results, await oneLife("SIGTERM")] : results
  report(first, warm, all)
}

/** @param {string} problem */
function fail(problem) {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
}

/** Starts and stops the command once. @param {NodeJS.Signals} signal */
async function oneLife(signal) {
  const start = performance.now()
  const child = spawn(process.execPath, [command, "dev", "--json", "--port", "0", "--db", ":memory:"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"]
  })
  const overdue = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MILLIS)
  try {
    const [line] = await Promise.race([
      once(createInterface(child.stdout), "line"),
      once(child, "exit").then(([code]) => {
        throw new Error(`the command ended by itself, exit code ${code}`)
      })
    ])
    const ready = performance.now() - start
    const { url } = JSON.parse(line)
    const response = await fetch(`${url}/health`)
    await response.text()
    const firstResponse = performance.now() - start
    if (!response.ok) throw new Error(`GET ${url}/health responded with ${response.status}`)
    const memory = resident(child.pid ?? 0)
    const asked = performance.now()
    const ended = once(child, "exit")
    child.kill(signal)
    const [code] = await ended
    return { signal, ready, firstResponse, memory, code, stop: performance.now() - asked }
  } finally {
    clearTimeout(overdue)
    child.kill("SIGKILL")
  }
}

/** Returns the resident memory in MB of 1,000,000 bytes, or `null` outside of Linux. @param {number} pid */
function resident(pid) {
  const file = `/proc/${pid}/status`
  if (existsSync(file)) {
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, "utf8")) ?? []
    return kibibytes === undefined ? null : (Number(kibibytes) * 1024) / 1e6
  }
  const { status, stdout } = spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })
  return status === 0 ? (Number(stdout.trim()) * 1024) / 1e6 : null
}

/**
 * @typedef {Awaited<ReturnType<typeof oneLife>>} Life
 * @param {Life} first
 * @param {ReadonlyArray<Life>} warm
 * @param {ReadonlyArray<Life>} all
 */
function report(first, warm, all) {
  const firstResponse = median(warm.map((life) => life.firstResponse))
  const memories = warm.map(({ memory }) => memory).filter((memory) => memory !== null)
  const memory = memories.length === 0 ? null : Math.max(...memories)
  const codes = (/** @type {string} */ signal) => [
    ...new Set(all.filter((life) => life.signal === signal).map(({ code }) => code))
  ]
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ node: process.version, first, firstResponse, memory, lives: warm })}\n`)
    return
  }
  const ms = (/** @type {number} */ millis) => `${Math.round(millis)} ms`
  const result = (/** @type {boolean} */ good) => (good ? "ok" : "MISSED")
  process.stdout.write(`keystile dev, bundled, with a compile cache, Node ${process.versions.node}\n\n`)
  process.stdout.write(
    table(
      ["", "", "aim", ""],
      [
        [
          "first response, median",
          ms(firstResponse),
          ms(AIMS.firstResponse),
          result(firstResponse <= AIMS.firstResponse)
        ],
        ["  each", warm.map((life) => Math.round(life.firstResponse)).join(" "), "", ""],
        ["  address printed, median", ms(median(warm.map(({ ready }) => ready))), "", ""],
        ["  first run, cache perhaps empty", ms(first.firstResponse), "", ""],
        [
          "memory when fresh, most",
          memory === null ? "?" : `${Math.round(memory)} MB`,
          `${AIMS.memory} MB`,
          memory === null ? "" : result(memory <= AIMS.memory)
        ],
        ["exit code on SIGTERM", codes("SIGTERM").join(" "), "0", result(codes("SIGTERM").every((code) => code === 0))],
        ["exit code on SIGINT", codes("SIGINT").join(" "), "0", result(codes("SIGINT").every((code) => code === 0))],
        ["  from signal to end, median", ms(median(all.map(({ stop }) => stop))), "", ""]
      ],
      [1, 2]
    )
  )
}
