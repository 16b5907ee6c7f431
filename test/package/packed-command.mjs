// @ts-check
// Tests the packed command on a runtime: every file of it loads, and its features work.

import { globSync, mkdirSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import { runCommandChecks } from "./command/check-command.ts"
import { findPrograms, startServer } from "../postgres/postgres-server.mjs"
import { run } from "./pack.mjs"

/**
 * @param {{ unpacked: string, installed: string }} folders the folders of the package, alone and beside its
 * dependencies
 * @param {string} work a folder that does not exist yet
 * @param {import("./runtimes.mjs").Runtime} runtime
 * @returns {Promise<string>}
 */
export const checkCommand = async ({ installed, unpacked }, work, { command, name }) => {
  mkdirSync(work, { recursive: true })
  const chunks = loadChunks(unpacked, work, command)
  const postgres = findPrograms() === undefined ? undefined : await startServer()
  try {
    await runCommandChecks({
      runtime: command,
      unpacked,
      installed,
      folder: join(work, "empty"),
      postgres: postgres?.url
    })
  } finally {
    postgres?.stop()
  }
  const databases = postgres === undefined ? "SQLite" : "SQLite and PostgreSQL"
  return `the command works on ${name}: ${chunks} files loaded, used on ${databases}`
}

/**
 * Loads each file of the command and of the libraries in a process of its own, including those that are loaded on
 * demand, where other tests would not find an error.
 *
 * @param {string} unpacked
 * @param {string} work
 * @param {import("./command/command.ts").Runtime} command
 */
function loadChunks(unpacked, work, [program, ...args]) {
  const chunks = globSync(["dist/cli/*.js", "dist/libraries/*.js"], { cwd: unpacked })
  for (const chunk of chunks) {
    const file = join(work, `load-${basename(chunk, ".js")}.mjs`)
    writeFileSync(file, `import ${JSON.stringify(pathToFileURL(join(unpacked, chunk)).href)}\n`)
    // A file that imports the command itself runs it.
    run(program, [...args, file, "--version"], work)
  }
  return chunks.length
}
