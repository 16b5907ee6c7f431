// @ts-check
// Publishes what is not published yet: `keystile` by changesets, with its Git tag, and then `create-keystile` of the
// same version, whose applications install it. So a run that failed half-way can be repeated.
//
//   node scripts/release/publish.mjs [--dry-run]

import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { root } from "../../test/package/pack.mjs"
import { buildCreate } from "../build/create.mjs"

const { values } = parseArgs({ options: { "dry-run": { type: "boolean", default: false } } })
const isDryRun = values["dry-run"]

/**
 * @param {string} program
 * @param {ReadonlyArray<string>} args
 * @param {string} cwd
 */
const run = (program, args, cwd) => {
  const { error, status } = spawnSync(program, args, { cwd, stdio: "inherit" })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}`)
}

/** @param {string} specifier */
const isPublished = (specifier) => {
  const { status, stdout } = spawnSync("npm", ["view", specifier, "version"], { cwd: root, encoding: "utf8" })
  return status === 0 && stdout.trim() !== ""
}

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const folder = mkdtempSync(join(tmpdir(), "create-keystile-"))
try {
  await buildCreate(folder)
  if (isDryRun) {
    run("npm", ["publish", "--dry-run"], root)
    run("npm", ["publish", "--dry-run"], folder)
  } else {
    run(process.execPath, [join(root, "node_modules", "@changesets", "cli", "bin.js"), "publish"], root)
    if (!isPublished(`create-keystile@${version}`)) run("npm", ["publish"], folder)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
