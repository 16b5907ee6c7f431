// @ts-check
// Packs the package as a release would, and unpacks it again.

import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, readdirSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../..", import.meta.url))

const PATIENCE_MILLIS = 600_000

/**
 * @typedef {{ name: string, dependencies: Record<string, string>, peerDependencies: Record<string, string>,
 *   exports: Record<string, string | { types: string, default: string }>, bin: Record<string, string>,
 *   publishConfig?: { provenance?: boolean } }} Manifest
 * @typedef {{ tarball: string, folder: string, files: ReadonlyArray<string>, manifest: Manifest }} Packed
 */

/**
 * `npm pack`, which builds the package first.
 *
 * @param {string} work an empty folder for all of it
 * @returns {Packed}
 */
export const pack = (work) => {
  npm(["pack", "--pack-destination", work], root)
  const [name = ""] = readdirSync(work).filter((file) => file.endsWith(".tgz"))
  const tarball = join(work, name)
  const folder = join(work, "unpacked")
  mkdirSync(folder)
  run("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1"], work)
  return {
    tarball,
    folder,
    files: readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, "/")),
    manifest: JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  }
}

/**
 * npm, as it was called for this very script where it was.
 *
 * @param {ReadonlyArray<string>} args
 * @param {string} cwd
 */
export const npm = (args, cwd) => {
  const cli = process.env["npm_execpath"]
  const quiet = ["--no-fund", "--no-audit", "--loglevel=error"]
  return cli?.endsWith(".js")
    ? run(process.execPath, [cli, ...args, ...quiet], cwd)
    : run("npm", [...args, ...quiet], cwd)
}

/**
 * Runs a program to its end.
 *
 * @param {string} program
 * @param {ReadonlyArray<string>} args
 * @param {string} cwd
 * @param {Readonly<Record<string, string>>} [environment] besides that of this process
 * @returns {string} what it printed
 */
export const run = (program, args, cwd, environment = {}) => {
  // npm's own variables would turn an install in another folder into one of this checkout, and Vitest's a build for
  // production into one for development.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:npm_(?!config_(?:cache|registry)$)|VITEST|NODE_ENV$|(?:DEV|MODE|PROD|SSR|TEST)$)/i.test(name)
    )
  )
  const { error, status, stderr, stdout } = spawnSync(program, args, {
    cwd,
    env: { ...env, ...environment },
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    timeout: PATIENCE_MILLIS
  })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${[program, ...args].join(" ")} ended with ${status}\n${stdout}${stderr}`)
  return stdout
}
