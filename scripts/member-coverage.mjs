// @ts-check
// Holds what the tests of the last `npm test` did with the SDK against its lists: every member of the original's client
// in Effect and as a promise, every error that a call declares, and where the numbers and rules of it are tested.
//
//   node scripts/member-coverage.mjs [--gaps] [--help]

import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { errorGaps, errorRows, memberGaps, memberRows } from "../test/sdk/coverage.ts"
import { constants } from "../test/sdk/constants.ts"
import { departures, members } from "../test/sdk/members.ts"
import { ruleGaps, rules } from "../test/sdk/rules.ts"
import { security } from "../test/sdk/security.ts"
import { textGaps, texts } from "../test/sdk/texts.ts"
import { unraised } from "../test/sdk/unraised.ts"
import { browserReport, nodeReport, usesFolder } from "./reports.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const help = `Holds what the tests of the last npm test did with the SDK against its lists.

  npm run coverage:members              the whole tables
  npm run coverage:members -- --gaps    only what is missing

  members     what the original's client has, in Effect and as a promise          test/sdk/members.ts
  errors      what each call declares, provoked through it by a service           test/sdk/unraised.ts
  rules       options, token stores and caches, in Effect and as a promise        test/sdk/rules.ts
  texts       what the specification quotes, each with its test                   test/sdk/texts.ts
  constants   limits and times, where each stands, and its test                   test/sdk/constants.ts
  security    what a client has to withstand, and its tests                       test/sdk/security.ts

The run has to have included the step node. The exit code is 0 only if nothing is missing.
`

process.exitCode = main(process.argv.slice(2))

/** @param {ReadonlyArray<string>} args */
function main(args) {
  if (args.includes("--help") || args.includes("-h")) return print(help, 0)
  if (!existsSync(nodeReport) || !existsSync(usesFolder)) {
    return print("No run is recorded: npm test -- node comes first.\n", 1)
  }
  const notes = readNotes()
  const rows = memberRows(members, notes)
  const errors = errorRows(notes, unraised)
  const passed = passedTests()
  /** @param {string} test */
  const hasRun = (test) => hasPassed(passed, test)
  const gaps = [
    ...memberGaps(rows),
    ...errorGaps(errors, unraised),
    ...texts.flatMap((text) => [
      ...textGaps(text, readSource),
      ...(typeof text.by !== "string" || hasRun(text.by) ? [] : [noTest(text.text, text.by)])
    ]),
    ...rules.flatMap((rule) => ruleGaps(rule, hasRun)),
    ...security.flatMap(({ name, tests }) => tests.filter((test) => !hasRun(test)).map((test) => noTest(name, test))),
    ...constants.flatMap((constant) => constantGaps(constant, passed)),
    ...departureGaps()
  ]
  if (!args.includes("--gaps")) {
    const sign = { used: "✓", missing: "✗", none: "–" }
    for (const { effect, member, promise } of rows) {
      const line = `${sign[effect]} ${member.effect ?? "–"}`.padEnd(58)
      print(`${member.original.padEnd(52)} ${line} ${sign[promise]} ${member.promise ?? "–"}\n`)
      if (member.because !== undefined) print(`  ${member.because}\n`)
    }
    const marks = { provoked: "✓", decoded: "–", missing: "✗" }
    for (const { because, code, endpoint, mark, member } of errors) {
      print(`${marks[mark]} ${member.padEnd(46)} ${endpoint} ${code}${because === undefined ? "" : `: ${because}`}\n`)
    }
    for (const { because, effect, name, promise } of rules) {
      print(`${name}\n${styleLines("in Effect   ", effect, hasRun)}${styleLines("as a promise", promise, hasRun)}`)
      if (because !== undefined) print(`  ${because}\n`)
    }
    for (const { name, tests } of security) print(`${name}\n${tests.map((test) => `  ${test}\n`).join("")}`)
    for (const constant of constants) {
      print(`${constant.name}: ${constant.value}\n  ${"because" in constant ? constant.because : constant.place}\n`)
      if ("test" in constant) print(`  ${constant.test}\n`)
    }
  }
  print(gaps.length === 0 ? "" : `${gaps.join("\n")}\n`)
  const promises = [rows, errors, rules, security, constants, texts].reduce((sum, { length }) => sum + length, 0)
  return print(`${promises} promises of the SDK, ${gaps.length} gaps\n`, gaps.length === 0 ? 0 : 1)
}

/**
 * @param {string} style
 * @param {import("../test/sdk/rules.ts").Tests} tests
 * @param {(test: string) => boolean} hasRun
 */
function styleLines(style, tests, hasRun) {
  return tests === null ? `  – ${style}\n` : tests.map((test) => `  ${hasRun(test) ? "✓" : "✗"} ${style}  ${test}\n`).join("")
}

/**
 * By the beginning of its name: a row of a table of cases will do.
 *
 * @param {ReadonlySet<string>} passed
 * @param {string} test
 */
function hasPassed(passed, test) {
  return [...passed].some((name) => name.startsWith(test))
}

/** @param {string} name @param {string} test */
function noTest(name, test) {
  return `${name}: this test did not pass, or is not there: ${test}`
}

/**
 * @param {import("../test/sdk/constants.ts").Constant} constant
 * @param {ReadonlySet<string>} passed
 */
function constantGaps(constant, passed) {
  if ("because" in constant) return []
  const { name, place, test } = constant
  const [file = "", text = ""] = place.split(" ")
  return [
    ...(readSource(file).includes(text) ? [] : [`${name}: ${file} has no ${text}`]),
    ...(hasPassed(passed, test) ? [] : [noTest(name, test)])
  ]
}

/** @param {string} file */
function readSource(file) {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, "utf8") : ""
}

/** What is not there stands in the document for those who come from the original. */
function departureGaps() {
  const document = readFileSync(join(root, "docs", "differences-from-original-client.md"), "utf8")
  return departures.filter((name) => !document.includes(`\`${name}\``)).map((name) =>
    `${name} is listed as a departure, and docs/differences-from-original-client.md does not name it`
  )
}

/** @returns {ReadonlyArray<import("../test/sdk/note.ts").Note>} */
function readNotes() {
  const lines = new Set(
    readdirSync(usesFolder).flatMap((file) => readFileSync(join(usesFolder, file), "utf8").trim().split("\n"))
  )
  return [...lines].map((line) => JSON.parse(line))
}

function passedTests() {
  const files = [nodeReport, browserReport].filter((report) => existsSync(report)).flatMap((report) =>
    JSON.parse(readFileSync(report, "utf8")).testResults
  )
  /** @type {ReadonlyArray<{ fullName: string, status: string }>} */
  const all = files.flatMap((file) => file.assertionResults)
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
