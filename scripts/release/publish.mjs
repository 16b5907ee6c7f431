// @ts-check
// Publishes what is not published yet: `keystile` by changesets, with its Git tag, and then `create-keystile` of the
// same version, whose applications install it. So a run that failed half-way can be repeated.
//
//   node scripts/release/publish.mjs [--dry-run]

import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { root } from "../../test/package/pack.mjs"
import { buildCreate } from "../../create/build/create.mjs"

const { values } = parseArgs({ options: { "dry-run": { type: "boolean", default: false } } })
const isDryRun = values["dry-run"]

/**
 * Shows the output of a program, and throws if it fails.
 *
 * @param {string} program
 * @param {ReadonlyArray<string>} args
 */
const run = (program, args, cwd = root) => execFileSync(program, args, { cwd, stdio: "inherit" })

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
    run("npm", ["publish", "--dry-run"])
    run("npm", ["publish", "--dry-run"], folder)
  } else {
    run(process.execPath, [join(root, "node_modules", "@changesets", "cli", "bin.js"), "publish"])
    if (!isPublished(`create-keystile@${version}`)) run("npm", ["publish"], folder)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
