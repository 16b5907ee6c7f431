// @ts-check
// Reads the entries of the package from package.json, with the source of each. Tests, the demo and the checks use it to
// resolve `keystile/…` to the sources of this checkout.

import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

const checkout = join(import.meta.dirname, "../..")

/**
 * Returns every entry except package.json: its import name, the path of its module without an extension, the files for
 * bundlers and for Node, the compiled module for servers, and the path of the source from the root. The source is
 * undefined if there is no such file.
 *
 * @returns {ReadonlyArray<{ name: string, module: string, built: string, forNode: string | undefined, compiled: string,
 * source: string | undefined }>}
 */
export const packageEntries = (root = checkout) => {
  const { name, exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  return Object.entries(exports).flatMap(([subpath, target]) => {
    if (subpath === "./package.json") return []
    const built = target.default
    const forNode = built.startsWith("./dist/node/") ? built : target.node
    const module = target.types.replace(/^\.\/dist\//, "").replace(/\.d\.ts$/, "")
    const source = [`${module}.ts`, `${module}.tsx`, module].find((path) => existsSync(join(root, path)))
    const compiled = module.endsWith(".css") ? built : (target.module ?? `./dist/${module}.js`)
    return [{ name: name + subpath.slice(1), module, built, forNode, compiled, source }]
  })
}

/** Returns `resolve.alias` of Vite and Vitest, which resolves imports of the package by its name to the sources. */
export const sourceAliases = (root = checkout) =>
  packageEntries(root).flatMap(({ name, source }) =>
    source === undefined
      ? []
      : [{ find: new RegExp(`^${name.replaceAll(".", "\\.")}$`), replacement: join(root, source) }]
  )
