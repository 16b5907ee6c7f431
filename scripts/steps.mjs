// @ts-check
// The steps of `npm test`: what each is called, and how it counts what passed and failed.

import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { delimiter, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { chromiumCommand, findChromium } from "./setup/chromium.mjs"
import { command as postgresCommand, findPrograms, startServer } from "./test/postgres.mjs"
import { answersFolder, reports } from "./reports.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const modules = join(root, "node_modules")
const tsc = join(modules, "@typescript", "native", "bin", "tsc")

/** No step may take longer than this. */
const limit = 15 * 60_000

/** @type {ReturnType<typeof spawn> | undefined} */
let running

/**
 * @typedef {{ passed: number, failed: number, skipped: number, output: string, tests?: boolean, again?: ReadonlyArray<string>, note?: string }} Outcome
 * @typedef {{ name: string, what: string, run: () => Promise<Outcome> }} Step
 * @type {ReadonlyArray<Step>}
 */
export const steps = [
  { name: "types", what: "tsc: everything", run: () => check(tsc, "--noEmit", "--pretty", "false") },
  {
    name: "shipped",
    what: "the packed package: what is in it, its types, and that its entries and its command work where nothing else is",
    run: () => check(join(root, "scripts", "check-package.mjs"))
  },
  { name: "lint", what: "oxlint", run: () => check(join(modules, "oxlint", "bin", "oxlint"), "--deny-warnings") },
  {
    name: "format",
    what: "Prettier; npm run format mends it",
    run: () => check(join(modules, "prettier", "bin", "prettier.cjs"), "--check", ".", "--log-level", "warn")
  },
  {
    name: "imports",
    what: "who may import from whom",
    run: () => check(join(modules, "npm-run-all2", "bin", "npm-run-all", "index.js"), "imports")
  },
  { name: "tree", what: "package.json against the sources", run: () => check(join(root, "scripts", "check-tree.mjs")) },
  {
    name: "docs",
    what: "the documentation: its code compiles, its excerpts and links hold",
    run: () => check(join(root, "scripts", "check", "docs.mjs"))
  },
  { name: "node", what: "the tests that run in Node", run: nodeTests },
  {
    name: "postgres",
    what: "a sample of the tests of the service, on PostgreSQL; npm run test:long runs all of them",
    run: postgresTests
  },
  { name: "browser", what: "the tests that drive Chromium", run: browserTests },
  {
    name: "wire",
    what: "every endpoint and every declared error, against what the node tests were answered",
    run: () => check(join(root, "scripts", "wire-coverage.mjs"), "--gaps")
  }
]

/**
 * Ends the program that a step runs at the moment.
 *
 * @param {NodeJS.Signals} signal
 */
export const stopRunning = (signal) => {
  running?.kill(signal)
}

/**
 * A static step: passed or failed as a whole.
 *
 * @param {string} program
 * @param {ReadonlyArray<string>} args
 * @returns {Promise<Outcome>}
 */
async function check(program, ...args) {
  const { ok, output } = await node(program, args)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, output }
}

/** Records the responses of the services, which the step `wire` compares with the contract. */
async function nodeTests() {
  rmSync(answersFolder, { force: true, recursive: true })
  mkdirSync(answersFolder, { recursive: true })
  return vitest("node", { KEYSTILE_ANSWERS: answersFolder })
}

/** Enough to meet every store and every constraint. */
const postgresSample = `
  database users contact-channels passwords otp sessions teams team-permissions api-keys oauth/sign-in`
  .trim()
  .split(/\s+/)
  .map((name) => `test/service/${name}.test.ts`)

async function postgresTests() {
  const given = process.env["KEYSTILE_TEST_POSTGRES"]
  if (given === undefined && findPrograms() === undefined) {
    const note = `skipped: there is no PostgreSQL. Install it by ${postgresCommand}, or name a server in KEYSTILE_TEST_POSTGRES`
    return { passed: 0, failed: 0, skipped: 1, output: "", note }
  }
  let own
  try {
    own = given === undefined ? await startServer() : undefined
    return await vitest("node", { KEYSTILE_TEST_POSTGRES: own?.url ?? given ?? "" }, "postgres", [
      "--testTimeout=60000",
      "test/postgres",
      ...postgresSample
    ])
  } catch (failure) {
    return { passed: 0, failed: 1, skipped: 0, output: failure instanceof Error ? failure.message : String(failure) }
  } finally {
    own?.stop()
  }
}

async function browserTests() {
  if (findChromium() !== undefined) return vitest("browser")
  const output = `        Not run: Chromium is missing. Install it by:\n          ${chromiumCommand()}`
  return { passed: 0, failed: 1, skipped: 0, output }
}

/**
 * @param {string} project
 * @param {Readonly<Record<string, string>>} [environment]
 * @param {string} [name] of the report
 * @param {ReadonlyArray<string>} [more] arguments
 * @returns {Promise<Outcome>}
 */
async function vitest(project, environment, name = project, more = []) {
  mkdirSync(reports, { recursive: true })
  const report = join(reports, `${name}.json`)
  rmSync(report, { force: true })
  const { ok, output } = await node(
    join(modules, "vitest", "vitest.mjs"),
    ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...more],
    environment
  )
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, output }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(report, "utf8")
  )
  // A file that does not even load has no tests to count, and an error outside of any test fails only the run.
  const broken = testResults.filter(
    (/** @type {{ status: string, assertionResults: ReadonlyArray<unknown> }} */ file) =>
      file.status === "failed" && file.assertionResults.length === 0
  ).length
  const failed = numFailedTests + broken
  const stories = testStories(testResults)
  return {
    passed: numPassedTests,
    failed: ok ? failed : Math.max(failed, 1),
    skipped: numPendingTests + numTodoTests,
    tests: true,
    again: stories.again,
    output: `${stories.failed}\n${output}`
  }
}

/**
 * What failed comes before all that the tests printed, since a reader of a build may be shown only the beginning. What
 * passed at the second try is told too, with what was wrong at the first.
 *
 * @param {ReadonlyArray<{ name: string, message: string, assertionResults: ReadonlyArray<{ fullName: string, status: string, failureMessages: ReadonlyArray<string> }> }>} files
 */
function testStories(files) {
  const told = files.flatMap(({ assertionResults, message, name }) => [
    ...(assertionResults.length === 0 && message !== ""
      ? [{ fullName: "", name, status: "failed", why: message }]
      : []),
    ...assertionResults.map(({ failureMessages, fullName, status }) => ({
      fullName,
      name,
      status,
      why: failureMessages.join("\n")
    }))
  ])
  /** @param {(test: typeof told[number]) => boolean} isMeant */
  const stories = (isMeant) =>
    told.filter(isMeant).map(({ fullName, name, why }) => `${relative(root, name)} ${fullName}\n${indented(why)}`)
  return {
    failed: stories(({ status }) => status === "failed").join("\n"),
    again: stories(({ status, why }) => status === "passed" && why !== "")
  }
}

/** @param {string} text */
function indented(text) {
  return text
    .split("\n")
    .slice(0, 12)
    .map((line) => `    ${line}`)
    .join("\n")
}

/**
 * @param {string} program
 * @param {ReadonlyArray<string>} args
 * @param {Readonly<Record<string, string>>} [environment]
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
function node(program, args, environment = {}) {
  const colour = process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }
  const path = [join(modules, ".bin"), process.env["PATH"] ?? ""].join(delimiter)
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...process.env, ...colour, ...environment, PATH: path },
    stdio: ["ignore", "pipe", "pipe"]
  })
  running = child
  const overdue = setTimeout(() => child.kill("SIGKILL"), limit)
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8")
    stream.on("data", (text) => (output += text))
  }
  return new Promise((done) => {
    child.on("error", (error) => (output += error.message))
    child.on("close", (code, signal) => {
      clearTimeout(overdue)
      if (signal !== null) output += `\n${relative(root, program)} was ended by ${signal}\n`
      done({ ok: code === 0, output })
    })
  })
}
