// @ts-check
// `npm run test:long`: the whole of what `npm test` runs a sample of, part by part; goes on after a failed one.

import { spawn } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
const postgres = join(root, "scripts", "postgres.mjs")

/** @typedef {{ name: string, what: string, args: ReadonlyArray<string>, env?: Readonly<Record<string, string>> }} Part */

/** @type {ReadonlyArray<Part>} */
const parts = [
  {
    name: "fuzz",
    what: "requests that try to break the service: 200,000, or KEYSTILE_FUZZ",
    args: [vitest, "run", "--project", "node", "test/service/fuzz.test.ts"],
    env: { KEYSTILE_FUZZ: "200000" }
  },
  {
    name: "postgres",
    what: "every test of the service, on PostgreSQL",
    args: [
      postgres,
      "vitest",
      "run",
      "--project",
      "node",
      "--testTimeout",
      "180000",
      "test/service",
      "test/testing",
      "test/postgres"
    ]
  },
  {
    name: "crashes",
    what: "deaths under load, on a file and on PostgreSQL: 50 each, or KEYSTILE_CRASHES",
    args: [vitest, "run", "--project", "node", "test/crashes"],
    env: { KEYSTILE_CRASHES: "50" }
  },
  {
    name: "looks",
    what: "every state of the screens: each scheme, three widths, right to left",
    args: [
      vitest,
      "run",
      "--project",
      "browser",
      "test/browser/account.test.ts",
      "test/browser/gallery.test.ts",
      "-t",
      "breaks no rule"
    ],
    env: { KEYSTILE_LOOKS: "all" }
  },
  {
    name: "package",
    what: "the packed package, installed from the registry, and its command used on Node 22 and 24, Bun and Deno",
    args: [join(root, "scripts", "check-package.mjs"), "--install"]
  },
  {
    name: "examples",
    what: "the examples for Next and React Router, built and walked through in Chromium",
    args: [join(root, "scripts", "check-examples.mjs")]
  }
]

const help = `The whole of what npm test runs a sample of. Takes an hour or so; run npm test before it.

  npm run test:long                 all of it
  npm run test:long -- PART [PART]  only these

Parts
${parts.map(({ name, what }) => `  ${name.padEnd(10)}${what}`).join("\n")}
`

await main(process.argv.slice(2))

/** @param {ReadonlyArray<string>} names */
async function main(names) {
  if (names.includes("--help") || names.includes("-h")) {
    process.stdout.write(help)
    return
  }
  const unknown = names.filter((name) => !parts.some((part) => part.name === name))
  if (unknown.length > 0) {
    process.stderr.write(`There is no part ${unknown.join(", ")}.\n\n${help}`)
    process.exitCode = 1
    return
  }
  const verdicts = []
  for (const part of parts) {
    if (names.length > 0 && !names.includes(part.name)) continue
    process.stdout.write(`\n${part.name}: ${part.what}\n`)
    const started = Date.now()
    const passed = await run(part)
    const minutes = ((Date.now() - started) / 60_000).toFixed(1)
    verdicts.push({ passed, line: `  ${(passed ? "ok" : "FAIL").padEnd(6)}${part.name.padEnd(10)}${minutes} min` })
  }
  process.stdout.write(`\n${verdicts.map(({ line }) => line).join("\n")}\n`)
  process.exitCode = verdicts.every(({ passed }) => passed) ? 0 : 1
}

/**
 * What the caller has set in the environment stands above a part's own.
 *
 * @param {Part} part
 * @returns {Promise<boolean>}
 */
function run({ args, env = {} }) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit", env: { ...env, ...process.env } })
    child.on("error", () => resolve(false))
    child.on("close", (code) => resolve(code === 0))
  })
}
