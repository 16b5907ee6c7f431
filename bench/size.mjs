// What Keystile weighs in a browser: small programs, bundled and minified by Vite as an application would be.
//
//   npm run bench:size -- --help

import { spawnSync } from "node:child_process"
import { existsSync, globSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { packageEntries } from "../scripts/build/entries.mjs"
import { weighByOthers } from "./size/bundlers.mjs"
import { programs } from "./size/programs.mjs"
import { print } from "./size/report.mjs"
import { weigh } from "./size/weigh.mjs"

const help = `What Keystile weighs in a browser, in kB of 1000 bytes; react is not counted, styles are.

  npm run bench:size [-- OPTIONS]

Options
  --sources      bundle the sources instead of dist/, with the same annotations
  --parts NAME   list the heaviest modules of one program, too
  --files NAME   list the files of one program by gzip, those on demand too, with their heaviest modules
  --bundlers     the same by Rollup, webpack and esbuild, too, which are installed from the registry on first use; of dist/
                 alone
  --json         print one line of JSON instead of a table
  --help         this text

The figures are of what loads with the page, and so are the budgets. Calls beyond signing in and out and reading the user
load on first use, all of them as one file; how large that is, by gzip, stands in the last column. A page that loads
anything on demand has Vite's own loader for that, about 0.9 kB, which is counted here.

The whole handler is the sum of all its files: those that load with it, every page and dialog, the check of passwords,
English and the largest of the other languages. A person who changes the language meets two; nobody meets eleven.

It bundles dist/, which it builds first when that is missing or older than the sources. The exit code is 1 when a
program is over its budget, or when a bundle that makes one call holds the path of another.
`

const root = fileURLToPath(new URL("..", import.meta.url))

const { values } = parseArgs({
  options: {
    sources: { type: "boolean", default: false },
    parts: { type: "string" },
    files: { type: "string" },
    bundlers: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false }
  }
})

/** What people bundle by something else. */
const manyBundlers = ["client", "promise", "sign-in", "handler"]

async function main() {
  const useDist = !values.sources && builds()
  if (!useDist && !values.sources) {
    process.stderr.write("dist/ could not be built: these are figures of the sources.\n\n")
  }
  const paths = await endpointPaths()
  const results = []
  for (const program of programs) {
    if (!values.sources && !exists(program, useDist)) continue
    const lists = { files: program.name === values.files, parts: program.name === values.parts }
    results.push(await weigh(program, { ...lists, paths, useDist }))
  }
  for (const { name, over } of programs) {
    if (over === undefined) continue
    const [result, base] = [name, over.program].map((one) => results.find((result) => result.name === one))
    const more = (result?.gzip ?? 0) - (base?.gzip ?? 0)
    if (more > over.bytes) result?.failures.push(`${more} bytes over ${over.program}, of ${over.bytes}`)
  }
  if (values.bundlers && !useDist) process.stderr.write("The other bundlers take dist/ alone; they are left out.\n")
  const others =
    values.bundlers && useDist ? await weighByOthers(programs.filter(({ name }) => manyBundlers.includes(name))) : []
  if (others === undefined) process.stderr.write("The other bundlers could not be installed; they are left out.\n")
  if (values.json) process.stdout.write(`${JSON.stringify({ from: useDist ? "dist" : "sources", results, others })}\n`)
  else print(results, others ?? [], useDist)
  if (results.some(({ failures }) => failures.length > 0)) process.exitCode = 1
}

/** Whether dist/ is there and as new as the sources, after a build if it takes one. */
function builds() {
  const sources = globSync("{look,core,tiers,react}/**/*.{ts,tsx,css}", { cwd: root })
  const newest = Math.max(...sources.map((file) => statSync(join(root, file)).mtimeMs))
  const built = join(root, "dist", "core", "index.js")
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return true
  const script = join(root, "scripts", "build", "build.mjs")
  const { status } = spawnSync(process.execPath, [script], { cwd: root, stdio: ["ignore", 2, 2] })
  return status === 0
}

/** @param {{ code: string, name: string }} program @param {boolean} useDist */
function exists({ code, name }, useDist) {
  const missing = packageEntries(root).filter(
    ({ built, name: entry, source }) =>
      code.includes(`"${entry}"`) && (useDist ? !existsSync(join(root, built)) : source === undefined)
  )
  for (const entry of missing) process.stderr.write(`Left out ${name}: there is no ${entry.name}.\n`)
  return missing.length === 0
}

/** The paths of all endpoints, as far as each is a text of its own. */
async function endpointPaths() {
  const { endpoints } = await import("../core/api/endpoints.ts")
  return [...new Set(endpoints.map(({ path }) => path))].filter((path) => path.length > 3)
}

if (values.help) process.stdout.write(help)
else await main()
