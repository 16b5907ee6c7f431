// @ts-check
// Holds what the services answered during the last `npm test` against the contract: every endpoint with success for
// each of its tiers, and every known error that it declares.
//
//   node scripts/wire-coverage.mjs [--gaps] [--help]

import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { endpoints } from "../core/api/endpoints.ts"
import { commonErrors } from "../core/errors/common-errors.ts"
import { coverage } from "../test/wire/coverage.ts"
import { impossible } from "../test/wire/impossible-errors.ts"
import { answersFolder } from "./reports.mjs"

const help = `Holds what the services answered during the last npm test against the contract.

  npm run coverage:wire              the whole table: each endpoint, its tiers, its errors
  npm run coverage:wire -- --gaps    only what is missing

The run has to have included the step node. What cannot be shown is listed, with its reason, in test/wire/impossible-errors.ts.
The exit code is 0 only if nothing is missing.
`

process.exitCode = main(process.argv.slice(2))

/** @param {ReadonlyArray<string>} args */
function main(args) {
  if (args.includes("--help") || args.includes("-h")) return print(help, 0)
  if (!existsSync(answersFolder)) {
    return print("No run is recorded: npm test -- node comes first.\n", 1)
  }
  const { common, gaps, rows } = coverage({
    endpoints,
    commonCodes: commonErrors.map(({ code }) => code),
    answers: readAnswers(),
    impossible
  })
  if (!args.includes("--gaps")) {
    for (const { endpoint, errors, successes } of [...rows, common]) {
      print(`${endpoint.padEnd(64)} ${line(successes)}\n`)
      for (const error of errors) print(`  ${line([error])}\n`)
    }
    print("declared, but impossible\n")
    for (const { because, code, endpoint } of impossible) print(`  ${endpoint} ${code}: ${because}\n`)
  }
  const marks = [...rows, common].flatMap(({ errors, successes }) => [...successes, ...errors])
  print(gaps.length === 0 ? "" : `${gaps.join("\n")}\n`)
  return print(`${marks.length} promises of ${rows.length} endpoints, ${gaps.length} gaps\n`, gaps.length === 0 ? 0 : 1)
}

/** @param {ReadonlyArray<readonly [string, import("../test/wire/coverage.ts").Mark]>} marks */
function line(marks) {
  const signs = { answered: "✓", missing: "✗", impossible: "–" }
  return marks.map(([name, mark]) => `${signs[mark]} ${name}`).join("  ")
}

/** @returns {ReadonlyArray<import("../test/wire/coverage.ts").Answer>} */
function readAnswers() {
  return readdirSync(answersFolder).flatMap((file) =>
    readFileSync(join(answersFolder, file), "utf8")
      .trim()
      .split("\n")
      .map((text) => JSON.parse(text))
  )
}

/**
 * @param {string} text
 * @param {number} [exitCode]
 */
function print(text, exitCode = 0) {
  process.stdout.write(text)
  return exitCode
}
