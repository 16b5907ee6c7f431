// @ts-check
// `npm test`: sets up what is missing, then runs every check and every test. The last line is always
// `N passed, N failed`, with one for each static step and one for each test.

import { fileURLToPath } from "node:url"
import { SetUpFailed, runWith, setUp } from "./setup/setup.mjs"
import { steps } from "./steps.mjs"

const help = `Sets up what is missing, then runs every check and every test of this checkout.

  npm test                    all of it
  npm test -- STEP [STEP]     only these steps
  npx vitest run --project node test/core/http/retry.test.ts    one file, after a first npm test

Steps
${steps.map(({ name, what }) => `  ${name.padEnd(10)}${what}`).join("\n")}

Environment
  KEYSTILE_CHROMIUM    path of a Chromium or Chrome to use; none is looked for or installed then

The last line says how many passed and failed; the exit code is 0 only when all passed. Without a Chromium everything
else runs, and the browser step counts as failed.
`

await main(process.argv.slice(2))

/** @param {ReadonlyArray<string>} args */
async function main(args) {
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(help)
    return
  }
  const unknown = args.filter((arg) => !steps.some(({ name }) => name === arg))
  if (unknown.length > 0) {
    process.stderr.write(`There is no step ${unknown.join(", ")}.\n\n${help}`)
    process.exitCode = 1
    return
  }
  try {
    const node = await setUp()
    await runWith(node, fileURLToPath(new URL("run-steps.mjs", import.meta.url)), args)
  } catch (failure) {
    if (!(failure instanceof SetUpFailed)) throw failure
    process.stderr.write(`${failure.message}\n`)
    process.stdout.write("0 passed, 1 failed\n")
    process.exitCode = 1
  }
}
