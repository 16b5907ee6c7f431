// @ts-check
// Holds what package.json promises against the tree: every exported entry has its source, is what tsconfig.json takes
// its name for, and what the scripts name is there. Otherwise a user's import would fail where no test does.
//
//   node scripts/check-tree.mjs

import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { packageEntries } from "./build/entries.mjs"
import { answerHelp } from "./help.mjs"

answerHelp(import.meta.url)

const root = fileURLToPath(new URL("..", import.meta.url))
/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(join(root, file), "utf8"))

const { scripts, files } = readJson("package.json")
const { paths } = readJson("tsconfig.json").compilerOptions
const entries = packageEntries()

const faults = [
  ...entries.flatMap(({ name, built, forNode, source }) => {
    if (source === undefined) return [`package.json exports ${name} as ${built}, and no source becomes that file`]
    if (!/\.tsx?$/.test(source)) return []
    if (forNode === undefined)
      return [`package.json exports ${name} without "node": its classes would be others than those of the rest`]
    return paths[name]?.[0] === `./${source}` ? [] : [`tsconfig.json: paths["${name}"] has to be ["./${source}"]`]
  }),
  ...Object.keys(paths).flatMap((name) =>
    entries.some((entry) => entry.name === name)
      ? []
      : [`tsconfig.json has a path for ${name}, which package.json does not export`]
  ),
  ...Object.entries(scripts).flatMap(([name, command]) =>
    [...command.matchAll(/\S+\.(?:mjs|ts)\b/g)].flatMap(([file]) =>
      existsSync(join(root, file)) ? [] : [`package.json: the script "${name}" runs ${file}, which is not there`]
    )
  ),
  ...files.flatMap((/** @type {string} */ file) =>
    file === "dist" || file.startsWith("!") || existsSync(join(root, file))
      ? []
      : [`package.json ships ${file}, which is not there`]
  )
]

for (const fault of faults) process.stdout.write(`${fault}\n`)
if (faults.length === 0) process.stdout.write(`${entries.length} entries have their sources\n`)
process.exitCode = faults.length === 0 ? 0 : 1
