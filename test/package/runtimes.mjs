// @ts-check
// The runtimes that the command is tested on, from the npm registry.

import { globSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { npm } from "./pack.mjs"

/** @typedef {{ name: string, command: import("./command/command.ts").Runtime, isNode: boolean }} Runtime */

/** The oldest Node of package.json's `engines`, the next release, and the other runtimes that have `node:sqlite`. */
const names = ["node@22", "node@24", "bun", "deno"]

const executables = {
  node: "node_modules/node-*/bin/node{,.exe}",
  bun: "node_modules/@oven/bun-*/bin/bun{,.exe}",
  deno: "node_modules/@deno/*/deno{,.exe}"
}

/** Returns the runtime of this process. @returns {Runtime} */
export const thisRuntime = () => ({ name: `Node ${process.versions.node}`, command: [process.execPath], isNode: true })

/**
 * Installs the runtimes in the folder, from their platform packages with the binaries. No install script is run.
 *
 * @param {string} work
 * @returns {ReadonlyArray<Runtime>}
 */
export const installRuntimes = (work) =>
  names.map((name) => {
    const folder = join(work, `runtime-${name.replace("@", "-")}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }))
    const [kind, release] = name.split("@")
    npm(["install", "--ignore-scripts", kind === "node" ? `${nodePackage()}@${release}` : name], folder)
    const [program] = globSync(executables[/** @type {keyof typeof executables} */ (kind)], { cwd: folder })
    if (program === undefined) throw new Error(`npm has no ${name} for ${process.platform} ${process.arch}`)
    const path = join(folder, program)
    return { name, command: kind === "deno" ? [path, "run", "-A"] : [path], isNode: kind === "node" }
  })

/** Returns the package with the binary. npm's `node` package would download it in an install script. */
const nodePackage = () => `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`
