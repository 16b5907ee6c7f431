// @ts-check
// Runs steps of `npm test` on the Node it is started with, in order, and goes on after a failed one, so that one run
// shows everything. `npm test` starts it after the set-up.
//
//   node scripts/run-steps.mjs [STEP …]

import { answerHelp } from "./help.mjs"
import { steps, stopRunning } from "./steps.mjs"

answerHelp(import.meta.url)

/**
 * @typedef {import("./steps.mjs").Step} Step
 * @typedef {import("./steps.mjs").Outcome} Outcome
 */

for (const [signal, code] of /** @type {const} */ ([
  ["SIGINT", 130],
  ["SIGTERM", 143]
])) {
  process.on(signal, () => {
    stopRunning(signal)
    process.exit(code)
  })
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  process.stderr.write(`There is no step ${unknown.join(", ")}, only ${steps.map(({ name }) => name).join(", ")}.\n`)
  process.exit(1)
}

const outcomes = []
for (const step of steps) {
  if (names.length === 0 || names.includes(step.name)) outcomes.push(await show(step))
}

const passed = sum(outcomes.map((outcome) => outcome.passed))
const failed = sum(outcomes.map((outcome) => outcome.failed))
// What a step skipped stands at that step: this line has one shape for those who read it by machine.
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1

/** @param {Step} step */
async function show({ name, run }) {
  const start = Date.now()
  if (process.stdout.isTTY) process.stdout.write(`  …     ${name}`)
  const outcome = await run()
  const took = `${((Date.now() - start) / 1000).toFixed(1)} s`
  const verdict = outcome.failed === 0 ? "ok" : "FAIL"
  const note = outcome.note ?? (outcome.tests ? tests(outcome) : undefined)
  const line = `  ${verdict.padEnd(6)}${name.padEnd(10)}${took.padStart(7)}${note === undefined ? "" : `   ${note}`}`
  process.stdout.write(`${process.stdout.isTTY ? "\r\x1b[K" : ""}${line}\n`)
  for (const story of outcome.again ?? []) process.stdout.write(`        passed at the second try: ${story}\n`)
  if (outcome.failed > 0) process.stdout.write(`${outcome.output.trimEnd()}\n\n`)
  return outcome
}

/** @param {Outcome} outcome */
function tests({ passed, failed, skipped }) {
  const notes = [failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`].filter(Boolean)
  const all = passed + failed + skipped
  return [`${all} ${all === 1 ? "test" : "tests"}`, ...notes].join(", ")
}

/** @param {ReadonlyArray<number>} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
