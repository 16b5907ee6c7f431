// Measures the size of small programs with Keystile, bundled and minified by Vite like an application.
//
//   npm run bench:size -- --help

import { spawnSync } from "node:child_process"
import { existsSync, globSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { packageEntries } from "../scripts/build/entries.mjs"
import { weighByOthers } from "./size/bundlers.mjs"
import { weighConsoles } from "./size/console.mjs"
import { programs } from "./size/programs.mjs"
import { print } from "./size/report.mjs"
import { weigh } from "./size/weigh.mjs"

const help = `Measures the size of Keystile in a browser, in kB of 1000 bytes, with styles and without react.

  npm run bench:size [-- OPTIONS]

Options
  --sources      bundle the sources instead of dist/, with the same annotations
  --parts NAME   list the heaviest modules of one program, too
  --files NAME   list the files of one program by gzip, those on demand too, with their heaviest modules
  --bundlers     measure Rollup, webpack and esbuild, too; installs them from the registry on first use; needs dist/
  --json         print one line of JSON instead of a table
  --help         this text

Figures and budgets are of the files that load with the page. The calls other than signing in, signing out and reading
the user load on first use, as one file. The last column is its size after gzip. A page that loads anything on demand
includes Vite's own loader, about 0.9 kB.

The whole handler is the sum of all its files: those that load with it, every page and dialog, the password check,
English, and the largest other language, because a user loads at most two languages at once.

The console of keystile dev and that of owners are built as they are in the package, with react: the first page, and all
files.

Bundles dist/, which is built first if it is missing or older than the sources. The exit code is 1 if a program or the
console exceeds its budget, or if a bundle with one call contains the path of another.
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

/** The programs that are also measured with other bundlers. */
const manyBundlers = ["client", "promise", "sign-in", "sign-in entry", "handler"]

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
  for (const { bundlersBudget = Infinity, name } of programs) {
    for (const { bundler, gzip } of (others ?? []).filter((one) => one.name === name && one.gzip > bundlersBudget)) {
      const failure = `${gzip - bundlersBudget} bytes over the budget of the other bundlers by ${bundler}`
      results.find((result) => result.name === name)?.failures.push(failure)
    }
  }
  const consoles = await weighConsoles()
  const from = useDist ? "dist" : "sources"
  if (values.json) process.stdout.write(`${JSON.stringify({ from, results, others, consoles })}\n`)
  else print(results, others ?? [], consoles, useDist)
  if ([...results, ...consoles].some(({ failures }) => failures.length > 0)) process.exitCode = 1
}

/** Builds dist/ if it is missing or older than the sources. Returns `false` if the build fails. */
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

/** Returns the distinct paths of the endpoints, without those that are too short to search for. */
async function endpointPaths() {
  const { endpoints } = await import("../core/api/endpoints.ts")
  return [...new Set(endpoints.map(({ path }) => path))].filter((path) => path.length > 3)
}

if (values.help) process.stdout.write(help)
else await main()
