// @ts-check
// Removes the compiled modules and declarations that no entry of the package imports: the modules of the service, which
// ships bundled, and the declarations that its public types do not name.

import { globSync, readFileSync, rmSync } from "node:fs"
import { dirname, join, posix, sep } from "node:path"

/** Folders of bundles, and not of compiled modules. */
const bundles = ["cli", "libraries", "node", "pages"]

/**
 * @param {string} root
 * @returns {number} how many files were removed
 */
export const pruneModules = (root) => {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const files = new Set(
    globSync("dist/**/*.{js,d.ts}", { cwd: root })
      .map((file) => file.replaceAll(sep, "/"))
      .filter((file) => !bundles.includes(file.split("/")[1] ?? ""))
  )
  const conditions = Object.values(exports).filter((target) => typeof target === "object")
  const kept = new Set(conditions.flatMap((target) => Object.values(target)).map((file) => posix.normalize(file)))
  for (const file of kept) {
    if (!files.has(file)) continue
    for (const target of importsOf(file, readFileSync(join(root, file), "utf8")))
      if (files.has(target)) kept.add(target)
  }
  const removed = [...files].filter((file) => !kept.has(file))
  for (const file of removed) rmSync(join(root, file))
  return removed.length
}

/**
 * The files that a compiled module or a declaration imports, by relative path.
 *
 * @param {string} file
 * @param {string} text
 */
export const importsOf = (file, text) =>
  [...text.replace(/^\s*\*.*$/gm, "").matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["'`](\.{1,2}\/[^"'`\s]+)["'`]/g)].map(
    ([, specifier = ""]) => {
      const target = posix.join(dirname(file), specifier)
      return file.endsWith(".d.ts") && !target.endsWith(".css") ? target.replace(/(?:\.js|\.tsx?)$/, ".d.ts") : target
    }
  )
