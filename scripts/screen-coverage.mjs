// @ts-check
// Holds the browser tests of the last `npm test` against what is promised about the screens.
//
//   node scripts/screen-coverage.mjs [--gaps] [--help]

import { existsSync, readFileSync } from "node:fs"
import { promises, screenCoverage } from "../test/browser/promises/coverage.ts"
import { elsewhere } from "../test/browser/promises/flows.ts"
import { shownGaps, texts } from "../test/sdk/texts.ts"
import { browserReport } from "./reports.mjs"

const help = `Holds the browser tests of the last npm test against what is promised about the screens.

  npm run coverage:screens              the whole table: each sentence, and the tests in Chromium that show it
  npm run coverage:screens -- --gaps    only what is missing

The run has to have included the step browser. The sentences are kept in test/browser/promises, the texts that the
specification quotes in test/sdk/texts.ts. The exit code is 0 only if nothing is missing.
`

process.exitCode = main(process.argv.slice(2))

/** @param {ReadonlyArray<string>} args */
function main(args) {
  if (args.includes("--help") || args.includes("-h")) return print(help, 0)
  if (!existsSync(browserReport)) return print("No run is recorded: npm test -- browser comes first.\n", 1)
  const run = testsOf(browserReport)
  const rows = screenCoverage(promises, run)
  const shown = texts.filter(({ by }) => typeof by !== "string")
  if (!args.includes("--gaps")) {
    for (const { gaps, says, source, tests } of rows) {
      print(`${gaps.length === 0 ? "✓" : "✗"} ${source.padEnd(13)}  ${says}\n`)
      for (const test of tests) print(`${" ".repeat(17)}${test}\n`)
    }
    print("\ntexts of the specification\n")
    for (const { by, text } of shown) print(`"${text}"\n  ${typeof by === "string" ? by : by.title}\n`)
    print("\nno matter of these screens\n")
    for (const { because, says, source } of elsewhere) print(`– ${source.padEnd(13)}  ${says} (${because})\n`)
    print("\n")
  }
  const missing = [
    ...rows.flatMap(({ gaps, says, source }) => gaps.map((gap) => `${source}: ${says} ${gap}\n`)),
    ...shown.flatMap((text) => shownGaps(text, run)).map((gap) => `${gap}\n`)
  ]
  for (const gap of missing) print(gap)
  const all = rows.length + shown.length
  return print(`${all} promises about the screens, ${missing.length} gaps\n`, missing.length === 0 ? 0 : 1)
}

/** @param {string} report as vitest writes it */
function testsOf(report) {
  /** @type {{ testResults: ReadonlyArray<{ assertionResults: ReadonlyArray<{ fullName: string, status: string }> }> }} */
  const { testResults } = JSON.parse(readFileSync(report, "utf8"))
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ name: fullName, passed: status === "passed" }))
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
