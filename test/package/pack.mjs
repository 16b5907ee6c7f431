// @ts-check
// Packs the package as a release would, and unpacks it again.

import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, readdirSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { buildCreate } from "../../create/build/create.mjs"

export const root = fileURLToPath(new URL("../..", import.meta.url))

const TIMEOUT_MILLIS = 600_000

/**
 * @typedef {{ name: string, dependencies: Record<string, string>, peerDependencies: Record<string, string>,
 *   exports: Record<string, string | { types: string, default: string }>, bin: Record<string, string>,
 *   publishConfig?: { provenance?: boolean } }} Manifest
 * @typedef {{ tarball: string, folder: string, files: ReadonlyArray<string>, manifest: Manifest }} Packed
 */

/**
 * Runs `npm pack`, which builds the package first.
 *
 * @param {string} work an empty folder for the output
 * @param {string} [source] the folder of the package
 * @returns {Packed}
 */
export const pack = (work, source = root) => {
  npm(["pack", "--pack-destination", work], source)
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
 * Builds and packs `create-keystile`.
 *
 * @param {string} work an empty folder for the output
 * @returns {Promise<Packed>}
 */
export const packCreate = async (work) => {
  const source = join(work, "source")
  await buildCreate(source)
  return pack(work, source)
}

/**
 * Runs the npm that started this process, or else the one in the path.
 *
 * @param {ReadonlyArray<string>} args
 * @param {string} cwd
 */
export const npm = (args, cwd) => {
  const cli = process.env["npm_execpath"]
  const quiet = ["--no-fund", "--no-audit", "--loglevel=error"]
  return cli?.endsWith(".js")
    ? run(process.execPath, [cli, ...quiet, ...args], cwd)
    : run("npm", [...quiet, ...args], cwd)
}

/**
 * Runs a program and waits until it exits.
 *
 * @param {string} program
 * @param {ReadonlyArray<string>} args
 * @param {string} cwd
 * @param {Readonly<Record<string, string>>} [environment] in addition to that of this process
 * @returns {string} its output
 */
export const run = (program, args, cwd, environment = {}) => {
  // Inherited variables of npm would make it install into this checkout, and those of Vitest would make a production
  // build a development build.
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
    timeout: TIMEOUT_MILLIS
  })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${[program, ...args].join(" ")} ended with ${status}\n${stdout}${stderr}`)
  return stdout
}
