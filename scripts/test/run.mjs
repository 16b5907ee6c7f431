// @ts-check
// `npm test`, after the set-up: runs the static checks as npm scripts, then the tests in one run of Vitest. The last
// line is `N passed, N failed`, with one for each check and one for each test.

import { mkdirSync, rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import runScripts from "npm-run-all2"
import { startVitest } from "vitest/node"

const checks = ["typecheck", "lint", "format:check", "imports"]
const projects = ["node", "dom", "command", "postgres", "demo", "browser", "package", "wire"]
const all = [...checks, ...projects]
/**
 * The projects that run unless others are named: ten minutes on two processors, where all projects take half an hour.
 */
const quick = ["node", "dom", "demo", "wire"]

const help = `Sets up what is missing, then runs the checks and tests of this checkout.

  npm test                    every check, and the projects ${quick.join(", ")}: about 10 minutes
  npm test -- all             every check and every project, as in CI: about 30 minutes
  npm test -- NAME [NAME]     only these
  npx vitest run --project node test/core/http/retry-schedule.test.ts    one file, after a first npm test

Checks         ${checks.join(", ")}
Test projects  ${projects.join(", ")}

Environment
  CI                        all projects run; a failed test runs a second time, and is listed as flaky if it passes
  KEYSTILE_CHROMIUM         path of a Chromium or Chrome to use; none is searched for or installed then
  KEYSTILE_TEST_POSTGRES    URL of a PostgreSQL server; else one is started if PostgreSQL is installed

The last line says how many checks and tests passed and failed. The exit code is 0 only when all passed.
`

const names = process.argv.slice(2)
const unknown = names.filter((name) => !["all", ...all].includes(name))
if (names.includes("--help") || names.includes("-h")) {
  process.stdout.write(help)
} else if (unknown.length > 0) {
  process.stderr.write(`There is no check or test project ${unknown.join(", ")}.\n\n${help}`)
  process.exitCode = 1
} else {
  const unnamed = process.env["CI"] ? all : [...checks, ...quick]
  const chosen = names.includes("all") ? all : names.length === 0 ? unnamed : names
  const checked = await runChecks(checks.filter((name) => chosen.includes(name)))
  const tested = await runTests(projects.filter((name) => chosen.includes(name)))
  if (chosen === unnamed && unnamed !== all) {
    const left = projects.filter((name) => !chosen.includes(name))
    process.stdout.write(`Not run: ${left.join(", ")}. All projects, as in CI: npm test -- all\n`)
  }
  const failed = checked.failed + tested.failed
  process.stdout.write(`${checked.passed + tested.passed} passed, ${failed} failed\n`)
  process.exit(failed === 0 ? 0 : 1)
}

/** @param {Array<string>} scripts */
async function runChecks(scripts) {
  const { stderr, stdout } = process
  const options = { parallel: true, maxParallel: 2, continueOnError: true, aggregateOutput: true, silent: true }
  /** @type {ReadonlyArray<{ name: string, code?: number | undefined }>} */
  const results = await runScripts(scripts, { ...options, stderr, stdout }).then(
    (all) => all ?? [],
    (failure) => failure.results ?? Promise.reject(failure)
  )
  for (const { code, name } of results) process.stdout.write(`  ${code === 0 ? "ok  " : "FAIL"}  ${name}\n`)
  const failed = results.filter(({ code }) => code !== 0).length
  return { passed: scripts.length - failed, failed }
}

/** @param {Array<string>} project */
async function runTests(project) {
  const counts = { passed: 0, failed: 0 }
  if (project.length === 0) return counts
  // The project `wire` compares the responses of services during the others with the contract.
  const responses = fileURLToPath(new URL("../../node_modules/.cache/keystile/responses", import.meta.url))
  rmSync(responses, { force: true, recursive: true })
  mkdirSync(responses, { recursive: true })
  process.env["KEYSTILE_RESPONSES"] = responses

  /** @type {import("vitest/node").Reporter} */
  const counter = {
    onTestRunEnd(modules, errors) {
      counts.failed += errors.length
      for (const module of modules) {
        // A file that cannot be loaded has no tests to count.
        counts.failed += module.errors().length
        for (const test of module.children.allTests()) {
          const { state } = test.result()
          if (state === "passed" || state === "failed") counts[state]++
          if (test.diagnostic()?.flaky) process.stdout.write(`flaky: ${module.relativeModuleId} > ${test.fullName}\n`)
        }
      }
    }
  }
  const vitest = await startVitest("test", [], {
    project,
    reporters: [["default", { summary: false }], counter],
    run: true,
    watch: false
  })
  await vitest.close()
  // A failure outside of tests, such as a set-up's.
  if (process.exitCode && counts.failed === 0) counts.failed++
  return counts
}
