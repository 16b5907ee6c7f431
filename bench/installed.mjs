// Packages that only a benchmark needs. They are installed from the registry on its first run, outside of the project.

import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const cache = fileURLToPath(new URL("../node_modules/.cache/keystile", import.meta.url))

/**
 * Returns a folder whose `node_modules` has the packages, or `undefined` if they cannot be installed. The folder is
 * created again when the list of packages changes.
 *
 * @param {string} name of the folder; one for each benchmark
 * @param {ReadonlyArray<string>} packages with their versions, such as `rollup@4.68.7`
 */
export function installed(name, packages) {
  const folder = join(cache, name)
  const done = join(folder, "installed")
  const wanted = packages.join("\n")
  if (existsSync(done) && readFileSync(done, "utf8") === wanted) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), `{ "private": true }\n`)
  const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages], {
    cwd: folder,
    stdio: ["ignore", "ignore", 2]
  })
  if (status !== 0) return undefined
  writeFileSync(done, wanted)
  return folder
}
