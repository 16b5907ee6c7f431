// @ts-check
// Bundles the `keystile` command by Vite. On its own it builds the command with all that it loads, as it is in the
// package, and prints the path of the program.
//
//   node scripts/build/command.mjs FOLDER

import { chmodSync, copyFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { bundle, loadedBy } from "./bundle.mjs"
import { compileEagerly } from "./eager-functions.mjs"
import { bundledLibraries, bundleServiceLibraries } from "./libraries.mjs"
import { buildPages, pagesFolder } from "./pages.mjs"

const root = join(import.meta.dirname, "../..")

/**
 * One file starts three times as fast as the modules it is made of. It holds its dependencies too, so the command runs
 * without them being installed. What few services ever need (PostgreSQL, the API document, the libraries) is loaded on
 * demand from files beside it. The libraries are expected in a folder `libraries` beside the given one.
 *
 * @param {string} outDir
 */
export const bundleCommand = async (outDir) => {
  await bundle({
    outDir,
    plugins: [bundledLibraries(), latin1Only],
    // A third of the text to hold in memory.
    minify: true,
    rolldownOptions: {
      input: join(root, "cli/main.ts"),
      external: [/^node:/],
      output: {
        entryFileNames: "keystile.js",
        chunkFileNames: "keystile-[name].js",
        codeSplitting: { groups: [{ debugName: "commands", name: chunkOf, includeDependenciesRecursively: false }] }
      }
    }
  })
  const bin = join(outDir, "bin.mjs")
  copyFileSync(join(root, "cli/bin.mjs"), bin)
  chmodSync(bin, 0o755)
  await compileEagerly(outDir)
}

/**
 * Writes characters outside of Latin-1 as escapes, because V8 holds a text with one of them in twice the memory.
 *
 * @type {import("vite").Plugin}
 */
const latin1Only = {
  name: "latin-1-only",
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== "chunk") continue
      file.code = file.code.replaceAll(
        /[^\0-\xff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
      )
    }
  }
}

/**
 * Returns the name of the chunk of a module; null where the bundler decides. Otherwise every set of commands that share
 * a module had a chunk of its own, and `keystile dev` loaded 60 files, which took 100 ms.
 *
 * @param {string} id
 * @param {import("rolldown").ChunkingContext} context
 */
const chunkOf = (id, context) => {
  const isLoadedBy = (/** @type {string} */ module) => loadedBy(module, context).has(id)
  if (isLoadedBy("cli/main.ts") || isLoadedBy("cli/commands/dev/dev.ts")) return "command"
  return isLoadedBy("cli/commands/dev/run-dev.ts") && isLoadedBy("cli/commands/serve/run-serve.ts") ? "service" : null
}

/** @param {string} folder */
const buildWhole = async (folder) => {
  const dist = join(folder, "dist")
  await bundleServiceLibraries(join(dist, "libraries"))
  await bundleCommand(join(dist, "cli"))
  await buildPages(join(folder, pagesFolder))
  copyFileSync(join(root, "package.json"), join(folder, "package.json"))
  return join(dist, "cli", "bin.mjs")
}

if (process.argv[1] === import.meta.filename) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error("Name the folder to build into.")
  process.stdout.write(`${await buildWhole(resolve(folder))}\n`)
}
