// @ts-check
// Holds what the services answered during the last `npm test` against the contract: every endpoint with success for each
// of its tiers, and every known error that it declares.
//
//   node scripts/wire-coverage.mjs [--gaps] [--help]

import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { endpoints } from "../core/api/endpoints.ts"
import { knownErrors } from "../core/errors/known-errors.ts"
import { commonErrors } from "../core/errors/undeclared.ts"
import { coverage } from "../test/wire/coverage.ts"
import { impossible, unnamed } from "../test/wire/exceptions.ts"
import { answersFolder, nodeReport } from "./reports.mjs"

const help = `Holds what the services answered during the last npm test against the contract.

  npm run coverage:wire              the whole table: each endpoint, its tiers, its errors
  npm run coverage:wire -- --gaps    only what is missing

The run has to have included the step node. What cannot be shown is listed, with its reason, in test/wire/exceptions.ts.
The exit code is 0 only if nothing is missing.
`

process.exitCode = main(process.argv.slice(2))

/** @param {ReadonlyArray<string>} args */
function main(args) {
  if (args.includes("--help") || args.includes("-h")) return print(help, 0)
  if (!existsSync(nodeReport) || !existsSync(answersFolder)) {
    return print("No run is recorded: npm test -- node comes first.\n", 1)
  }
  const { common, gaps, rows } = coverage({
    endpoints,
    catalogue: knownErrors.map(({ code }) => code),
    commonCodes: commonErrors.map(({ code }) => code),
    answers: readAnswers(),
    impossible,
    unnamed,
    passed: passedTests()
  })
  if (!args.includes("--gaps")) {
    for (const { endpoint, errors, successes } of [...rows, common]) {
      print(`${endpoint.padEnd(64)} ${line(successes)}\n`)
      for (const error of errors) print(`  ${line([error])}\n`)
    }
    print(`declared by no endpoint\n${unnamed.map(({ because, code, test }) => `    ${code}: ${because}\n      tested by: ${test}\n`).join("")}`)
    print(`declared, but impossible\n${impossible.map(({ because, code, endpoint }) => `    ${endpoint} ${code}: ${because}\n`).join("")}`)
  }
  const promises = rows.flatMap(({ errors, successes }) => [...successes, ...errors]).length + common.errors.length + unnamed.length
  print(gaps.length === 0 ? "" : `${gaps.join("\n")}\n`)
  return print(`${promises} promises of ${rows.length} endpoints, ${gaps.length} gaps\n`, gaps.length === 0 ? 0 : 1)
}

/** @param {ReadonlyArray<readonly [string, import("../test/wire/coverage.ts").Mark]>} marks */
function line(marks) {
  const signs = { answered: "✓", missing: "✗", impossible: "–" }
  return marks.map(([name, mark]) => `${signs[mark]} ${name}`).join("  ")
}

/** @returns {ReadonlyArray<import("../test/wire/coverage.ts").Answer>} */
function readAnswers() {
  return readdirSync(answersFolder).flatMap((file) =>
    readFileSync(join(answersFolder, file), "utf8").trim().split("\n").map((text) => JSON.parse(text))
  )
}

function passedTests() {
  /** @type {{ testResults: ReadonlyArray<{ assertionResults: ReadonlyArray<{ fullName: string, status: string }> }> }} */
  const { testResults } = JSON.parse(readFileSync(nodeReport, "utf8"))
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  return new Set(all.filter(({ status }) => status === "passed").map(({ fullName }) => fullName))
}

/**
 * @param {string} text
 * @param {number} [exitCode]
 */
function print(text, exitCode = 0) {
  process.stdout.write(text)
  return exitCode
}
