// @ts-check
// Bundles modules of the package together with the libraries that an application does not install itself.

import { readFileSync } from "node:fs"
import { isBuiltin } from "node:module"
import { join } from "node:path"
import { build } from "vite"
import { license } from "./notices.mjs"

const root = join(import.meta.dirname, "../..")
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const installedPackages = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })

/** Returns true if a bundle keeps this import. @param {string} id */
export const isExternal = (id) =>
  isBuiltin(id) || installedPackages.some((name) => id === name || id.startsWith(`${name}/`))

/**
 * Bundles by Vite, without polyfills for browsers. Adds to the output folder, and lists the licenses there.
 *
 * @param {import("vite").BuildEnvironmentOptions & Pick<import("vite").InlineConfig, "logLevel" | "plugins">} options
 */
export const bundle = ({ logLevel = "warn", plugins = [], ...options }) =>
  build({
    root,
    configFile: false,
    logLevel,
    ssr: { noExternal: true },
    plugins,
    build: { ssr: true, target: "node22", minify: false, license, emptyOutDir: false, ...options }
  })

/** The results of `loadedBy`: a build asks for each module. @type {Map<string, ReadonlySet<string>>} */
const loadedModules = new Map()

/**
 * Returns the modules that are loaded before a module runs, itself included.
 *
 * @param {string} module its path from the root
 * @param {import("rolldown").ChunkingContext} context
 */
export const loadedBy = (module, context) => {
  const known = loadedModules.get(module)
  if (known !== undefined) return known
  const found = new Set([join(root, module)])
  loadedModules.set(module, found)
  // A set is read to its end, with what is added meanwhile.
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}
