// @ts-check
// Measures what importing an entry of the package costs a Node process.
//
//   npm run bench:import -- --help

import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { packageEntries } from "../scripts/build/entries.mjs"
import { wholeNumber } from "./options.mjs"
import { median, table } from "./table.mjs"

const help = `Measures how long Node takes to start with one import, compared with an empty process.

  npm run bench:import [-- OPTIONS]

Options
  --runs N   runs of each program (default 15)
  --json     print one line of JSON instead of a table
  --help     this text

The figures are medians of whole processes, in milliseconds. Each round starts every program once, so that noise affects
them all. The aim is at most 170 ms over the empty process, and no module of jose. Builds the package first if
dist/ does not exist. The exit code is 1 if an entry misses the aim.
`

const root = fileURLToPath(new URL("..", import.meta.url))
const AIM_MILLIS = 170
const entries = ["keystile/promise", "keystile/server", "keystile/client", "keystile/admin", "keystile/verify"]
/** Modules that may only be loaded when a token is verified. */
const lazy = /\/node_modules\/(?:jose|@simplewebauthn)\//

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "15" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false }
  }
})

if (values.help) process.stdout.write(help)
else main(wholeNumber("runs", values.runs))

/** @param {number} runs */
function main(runs) {
  const built = new Map(packageEntries(root).map(({ built, forNode, name }) => [name, join(root, forNode ?? built)]))
  if (entries.some((name) => !existsSync(built.get(name) ?? ""))) {
    spawnSync(process.execPath, [join(root, "scripts", "build", "build.mjs")], { cwd: root, stdio: ["ignore", 2, 2] })
  }
  const missing = entries.filter((name) => !existsSync(built.get(name) ?? ""))
  if (missing.length > 0) return fail(`dist/ has no ${missing.join(", ")}, and it could not be built.`)

  const work = mkdtempSync(join(tmpdir(), "keystile-import-"))
  try {
    const programs = [
      { name: "an empty process", file: program(work, "empty", "") },
      { name: "effect/Effect, Schema", file: program(work, "effect", urlOf("effect/Effect", "effect/Schema")) },
      ...entries.map((name, index) => ({
        name,
        file: program(work, `entry-${index}`, importOf(pathToFileURL(built.get(name) ?? "").href))
      }))
    ]
    // Warm-up of the disk's cache.
    for (const { file } of programs) once(file)
    /** @type {ReadonlyArray<Array<number>>} */
    const times = programs.map(() => [])
    for (let run = 0; run < runs; run++) programs.forEach(({ file }, index) => times[index]?.push(once(file)))

    const empty = median(times[0] ?? [])
    const results = programs.map(({ file, name }, index) => {
      const millis = median(times[index] ?? [])
      const modules = modulesOf(work, file)
      return {
        name,
        millis,
        over: millis - empty,
        modules: modules.length,
        early: modules.filter((url) => lazy.test(url)).length,
        counts: entries.includes(name)
      }
    })
    report(results, runs)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** @param {string} problem */
function fail(problem) {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
}

/** @param {string} work @param {string} name @param {string} code */
function program(work, name, code) {
  const file = join(work, `${name}.mjs`)
  writeFileSync(file, code)
  return file
}

/** @param {ReadonlyArray<string>} specifiers */
function urlOf(...specifiers) {
  return specifiers.map((specifier) => importOf(import.meta.resolve(specifier))).join("")
}

/** @param {string} url */
function importOf(url) {
  return `import ${JSON.stringify(url)}\n`
}

/** Runs a program, and returns the duration of its process in milliseconds. @param {string} file */
function once(file) {
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, [file], { cwd: root, encoding: "utf8" })
  if (status !== 0) throw new Error(`${file} ended with ${status}\n${stderr}`)
  return performance.now() - start
}

/**
 * Returns the modules that a program loads, recorded by a resolve hook of Node's loader.
 *
 * @param {string} work
 * @param {string} file
 */
function modulesOf(work, file) {
  const list = join(work, "modules.txt")
  writeFileSync(list, "")
  const hook = program(
    work,
    "hook",
    `
    import { appendFileSync } from "node:fs"
    import { registerHooks } from "node:module"
    registerHooks({ load(url, context, next) {
      appendFileSync(${JSON.stringify(list)}, url + "\\n")
      return next(url, context)
    } })`
  )
  spawnSync(process.execPath, ["--import", pathToFileURL(hook).href, file], { cwd: root })
  return [
    ...new Set(
      readFileSync(list, "utf8")
        .split("\n")
        .filter((url) => url.startsWith("file:"))
    )
  ].slice(1)
}

/**
 * @param {ReadonlyArray<{ name: string, millis: number, over: number, modules: number, early: number, counts: boolean
 * }>} results
 * @param {number} runs
 */
function report(results, runs) {
  const missed = results.filter(({ counts, early, over }) => counts && (over > AIM_MILLIS || early > 0))
  if (values.json) process.stdout.write(`${JSON.stringify({ aim: AIM_MILLIS, runs, results })}\n`)
  else {
    process.stdout.write(`One import in Node ${process.versions.node}; median of ${runs} processes, in ms\n\n`)
    process.stdout.write(
      table(
        ["", "whole", "over empty", "aim", "modules", "of jose and WebAuthn", ""],
        results.map(({ counts, early, millis, modules, name, over }) => [
          name,
          millis.toFixed(0),
          over.toFixed(0),
          counts ? String(AIM_MILLIS) : "",
          String(modules),
          String(early),
          !counts ? "" : over <= AIM_MILLIS && early === 0 ? "ok" : "MISSED"
        ]),
        [1, 2, 3, 4, 5]
      )
    )
  }
  if (missed.length > 0) process.exitCode = 1
}
