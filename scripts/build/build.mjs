// Builds the package into dist/:
// - for bundlers, one JavaScript file and one declaration for each module, with every pure call marked, so that unused
//   code is dropped, and the style sheets
// - for Node, the entries in few files, and the service with the libraries that it needs
// - the command, the pages of the service, and the licenses of all bundled code
//
//   node scripts/build/build.mjs

import { execFileSync } from "node:child_process"
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { transformAsync } from "@babel/core"
import { Features, transform } from "lightningcss"
import { bundle, isExternal, loadedBy } from "./bundle.mjs"
import { bundleCommand } from "./command.mjs"
import { bundleClientLibraries, bundledLibraries, bundleServiceLibraries } from "./libraries.mjs"
import { minifiedService } from "./minified.mjs"
import { writeNotices } from "./notices.mjs"
import { pruneModules } from "./prune.mjs"
import { buildPages, pagesFolder } from "./pages.mjs"
import { packageEntries } from "./entries.mjs"

const root = join(import.meta.dirname, "../..")
process.chdir(root)

rmSync("dist", { recursive: true, force: true })
await step("types and modules", compile)
await step("pure annotations", annotate)
await step("entries for servers", writeServerEntries)
await step("style sheets", copyStyles)
await step("libraries", bundleLibraries)
await step("entries for Node", bundleForNode)
await step("command", buildCommand)
await step("pages", bundlePages)
await step("licenses", collectLicenses)
await step("modules to ship", prune)

function compile() {
  const tsc = join(root, "node_modules", "@typescript", "native", "bin", "tsc")
  execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], { stdio: "inherit" })
  return `${globSync("dist/**/*.js").length} modules`
}

/** A call at the top of a module stays in a bundle unless it is marked as free of side effects. */
async function annotate() {
  const files = globSync("dist/**/*.js")
  await Promise.all(
    files.map(async (file) => {
      const result = await transformAsync(readFileSync(file, "utf8"), {
        filename: file,
        configFile: false,
        babelrc: false,
        compact: false,
        shouldPrintComment: (comment) => !isDocComment(comment),
        plugins: ["annotate-pure-calls"]
      })
      if (result?.code) writeFileSync(file, `${result.code.trimEnd()}\n`)
    })
  )
  return `${files.length} modules`
}

/** Doc comments are in the declarations. A license keeps its notice. @param {string} comment without its slashes */
function isDocComment(comment) {
  return comment.startsWith("*") && !/@(?:license|preserve)/.test(comment)
}

/** The entries that render on servers have the same exports there, and the engine is loaded with them. */
function writeServerEntries() {
  const names = ["index", "sign-in"]
  const directive = '"use client";\n'
  for (const name of names) {
    const entry = readFileSync(`dist/react/${name}.js`, "utf8")
    if (!entry.includes(directive)) throw new Error(`dist/react/${name}.js has no "use client"`)
    const forServers = entry.replace(directive, `${directive}import "./runtime/eager.js";\n`)
    writeFileSync(`dist/react/${name}.server.js`, forServers)
  }
  return `${names.length} entries`
}

/**
 * Rules that are nested are written out, for tools that do not read nesting; a file without any keeps its comments.
 * TypeScript takes an import for its side effect, too, only if it has types.
 */
function copyStyles() {
  const files = globSync("{look,react}/**/*.css")
  for (const file of files) {
    mkdirSync(dirname(join("dist", file)), { recursive: true })
    const css = readFileSync(file)
    const isNested = /^html body \{$/m.test(css.toString())
    writeFileSync(
      join("dist", file),
      isNested ? transform({ filename: file, code: css, include: Features.Nesting }).code : css
    )
    writeFileSync(join("dist", `${file}.d.ts`), "export {}\n")
  }
  return `${files.length} files`
}

async function bundleLibraries() {
  await bundleClientLibraries("dist")
  await bundleServiceLibraries("dist/libraries")
  return `${Math.round(sizeOf("dist/libraries/*.js") / 1000)} kB`
}

/**
 * Node's loader takes longer for each module, and for each import of a module, than the module itself takes, so Node
 * gets the entries in few files: what every tier needs is one, and what the tiers of a server need besides another. All
 * entries, since a class is one class only if every entry has it from the same file. Bundlers get the modules; the
 * service is for Node only, and holds its dependencies, so that an application without it does not install them.
 */
async function bundleForNode() {
  const entries = packageEntries().flatMap(({ compiled, forNode }) =>
    forNode === undefined ? [] : [{ compiled, forNode }]
  )
  /** @type {(module: string) => (id: string, context: import("rolldown").ChunkingContext) => boolean} */
  const isLoadedBy = (module) => (id, context) => loadedBy(`dist/tiers/${module}.js`, context).has(id)
  const [isOfClient, isOfApps, isOfVerifier] = ["client", "promise/index", "verify/index"].map(isLoadedBy)
  const isOfAll = (id, context) => isOfClient(id, context) || (isOfApps(id, context) && isOfVerifier(id, context))
  await bundle({
    // Vite warns that the entries import modules that others load on demand.
    logLevel: "error",
    outDir: "dist/node",
    plugins: [bundledLibraries(), minifiedService()],
    rolldownOptions: {
      input: Object.fromEntries(entries.map(({ compiled, forNode }) => [basename(forNode, ".js"), compiled])),
      external: isExternal,
      // An entry exports what its module does, and nothing that other files take from there.
      preserveEntrySignatures: "strict",
      output: {
        entryFileNames: "[name].js",
        // Beside the entries: the paths of the bundled libraries are relative to this folder.
        chunkFileNames: "shared-[name]-[hash].js",
        comments: { jsdoc: false },
        codeSplitting: {
          groups: [
            { debugName: "tiers", name: (id, context) => (isOfAll(id, context) ? "tiers" : null), priority: 1 },
            { debugName: "server-tiers", name: (id, context) => (isOfApps(id, context) ? "server-tiers" : null) }
          ]
        }
      }
    }
  })
  return `${globSync("dist/node/**/*.js").length} files`
}

/** The command, which loads the libraries above on demand. */
async function buildCommand() {
  await bundleCommand("dist/cli")
  return `${Math.round(sizeOf("dist/cli/keystile*.js") / 1000)} kB`
}

/** The pages that the service serves, which no entry of the package leads to. */
async function bundlePages() {
  await buildPages(join(root, pagesFolder))
  return `${Math.round(sizeOf(`${pagesFolder}/*`) / 1000)} kB`
}

function collectLicenses() {
  return `${writeNotices(root).length} packages`
}

function prune() {
  const removed = pruneModules(root)
  const files = globSync("dist/**/*", { withFileTypes: true }).filter((file) => file.isFile())
  return `${files.length} files, ${removed} removed`
}

/** The bytes of all files of a pattern. @param {string} pattern */
function sizeOf(pattern) {
  return globSync(pattern).reduce((sum, file) => sum + statSync(file).size, 0)
}

/**
 * @param {string} title
 * @param {() => string | Promise<string>} work
 */
async function step(title, work) {
  const start = Date.now()
  try {
    const result = await work()
    process.stdout.write(`  ${title.padEnd(20)}${((Date.now() - start) / 1000).toFixed(1).padStart(5)} s   ${result}\n`)
  } catch (failure) {
    process.stderr.write(`${title}: ${failure instanceof Error ? failure.message : failure}\n`)
    process.exit(1)
  }
}
