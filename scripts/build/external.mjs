// @ts-check
// Decides which packages an application installs itself, so that they are not bundled.

import { readFileSync } from "node:fs"
import { isBuiltin } from "node:module"
import { fileURLToPath } from "node:url"

const manifest = JSON.parse(readFileSync(fileURLToPath(new URL("../../package.json", import.meta.url)), "utf8"))
const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })

/** Returns true if a bundle keeps this import. @param {string} id */
export const isExternal = (id) => isBuiltin(id) || installed.some((name) => id === name || id.startsWith(`${name}/`))
