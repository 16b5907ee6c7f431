// @ts-check
// What the package exports and the source behind each entry, read from package.json: the one place that tests, the
// demo's dev server and the checks ask when `keystile/...` has to mean the sources of this checkout.

import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const checkout = fileURLToPath(new URL("../..", import.meta.url))

/**
 * Every entry but package.json: its name as an import, the files that bundlers and Node get for it, the module that its
 * source compiles to, and its source as a path from the root. The source is undefined when no file is there.
 *
 * @returns {ReadonlyArray<{ name: string, built: string, forNode: string | undefined, compiled: string, source: string | undefined }>}
 */
export const packageEntries = (root = checkout) => {
  const { name, exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  return Object.entries(exports).flatMap(([subpath, target]) => {
    if (subpath === "./package.json") return []
    const built = target.default
    const isForNode = built.startsWith("./dist/node/")
    const stem = target.types.replace(/^\.\/dist\//, "").replace(/\.d\.ts$/, "")
    const source = [`${stem}.ts`, `${stem}.tsx`, stem].find((path) => existsSync(join(root, path)))
    const compiled = stem.endsWith(".css") ? built : `./dist/${stem}.js`
    return [{ name: name + subpath.slice(1), built, forNode: isForNode ? built : target.node, compiled, source }]
  })
}

/** `resolve.alias` of Vite and Vitest: imports of the package by its name go to the sources. */
export const sourceAliases = (root = checkout) =>
  packageEntries(root).flatMap(({ name, source }) =>
    source === undefined
      ? []
      : [{ find: new RegExp(`^${name.replaceAll(".", "\\.")}$`), replacement: join(root, source) }]
  )
