// Builds the package into dist/: one JavaScript file and one declaration for each module, with every pure call marked
// so that bundlers can drop what an application does not use; the style sheets; and the command as one file.
//
//   node scripts/build.mjs

import { spawnSync } from "node:child_process"
import { chmodSync, copyFileSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { transformAsync } from "@babel/core"
import { build, parseSync } from "vite"
import { buildConsole } from "./console.mjs"
import { packageEntries } from "./entries.mjs"
import { answerHelp } from "./help.mjs"
import namedImports from "./named-imports.mjs"
import pureSpreads from "./pure-spreads.mjs"

answerHelp(import.meta.url)

const root = fileURLToPath(new URL("..", import.meta.url))
process.chdir(root)

rmSync("dist", { recursive: true, force: true })
await step("types and modules", compile)
await step("pure annotations", annotate)
await step("style sheets", copyStyles)
await step("entries for Node", bundleForNode)
await step("command", bundleCommand)
await step("viewer", copyViewer)
await step("console", bundleConsole)

function compile() {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc")
  const { status } = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], { stdio: "inherit" })
  if (status !== 0) throw new Error("tsc found the errors above")
  return `${globSync("dist/**/*.js").length} modules`
}

/** A call at the top of a module stays in a bundle unless it is marked as free of side effects. */
async function annotate() {
  const files = globSync("dist/**/*.js")
  await Promise.all(
    files.map(async (file) => {
      const compiled = readFileSync(file, "utf8").replace(/^\/\/# sourceMappingURL=.*$/m, "")
      const result = await transformAsync(compiled, {
        filename: file,
        configFile: false,
        babelrc: false,
        compact: false,
        plugins: [namedImports, pureSpreads, "annotate-pure-calls"],
        sourceMaps: true,
        inputSourceMap: JSON.parse(readFileSync(`${file}.map`, "utf8"))
      })
      if (!result?.code) return
      writeFileSync(file, `${result.code.trimEnd()}\n//# sourceMappingURL=${basename(file)}.map\n`)
      writeFileSync(`${file}.map`, JSON.stringify(result.map))
    })
  )
  return `${files.length} modules`
}

/** TypeScript takes an import for its side effect, too, only if it has types. */
function copyStyles() {
  const files = globSync("{core,tiers,react,service,testing}/**/*.css", { exclude: ["service/console/page/**"] })
  for (const file of files) {
    mkdirSync(dirname(join("dist", file)), { recursive: true })
    copyFileSync(file, join("dist", file))
    writeFileSync(join("dist", `${file}.d.ts`), "export {}\n")
  }
  return `${files.length} files`
}

/**
 * Node's loader takes longer for each module, and for each import of a module, than the module itself takes, so Node
 * gets the entries in few files: what every tier needs is one, and what the tiers of a server need besides another. All
 * entries, since a class is one class only if every entry has it from the same file. Bundlers get the modules.
 */
async function bundleForNode() {
  const entries = packageEntries().flatMap(({ built, forNode }) => (forNode === undefined ? [] : [{ built, forNode }]))
  const apps = loadedBy("dist/tiers/promise/index.js")
  const verifier = loadedBy("dist/tiers/verify/index.js")
  const anywhere = loadedBy("dist/tiers/client.js").union(verifier.intersection(apps))
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: true,
      target: "node22",
      minify: false,
      outDir: "dist/node",
      rolldownOptions: {
        input: Object.fromEntries(entries.map(({ built, forNode }) => [basename(forNode, ".js"), built])),
        external: /^[^./]/,
        // An entry exports what its module does, and nothing that other files take from there.
        preserveEntrySignatures: "strict",
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "shared/[name]-[hash].js",
          comments: { jsdoc: false },
          codeSplitting: {
            groups: [
              { name: "tiers", test: (id) => anywhere.has(id), priority: 1 },
              { name: "server-tiers", test: (id) => apps.has(id) }
            ]
          }
        }
      }
    }
  })
  return `${globSync("dist/node/**/*.js").length} files`
}

/** The modules that these load before they run, themselves included. @param {ReadonlyArray<string>} starts */
function loadedBy(...starts) {
  const found = new Set(starts.map((file) => join(root, file)))
  for (const file of found) {
    const { module } = parseSync(file, readFileSync(file, "utf8"))
    const named = [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? ""))
    ]
    for (const specifier of named) if (specifier.startsWith(".")) found.add(join(dirname(file), specifier))
  }
  return found
}

/**
 * One file starts three times as fast as the modules it is made of. It holds its dependencies too, so the command runs
 * without them being installed. What few services ever need (mail servers, passkeys, PostgreSQL, the API document) lies
 * beside it and is not in memory until then; beside it, because it finds other files by its own folder.
 */
async function bundleCommand() {
  await build({
    configFile: false,
    logLevel: "warn",
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: "node22",
      // A third of the text to hold in memory.
      minify: true,
      outDir: "dist/cli",
      emptyOutDir: false,
      rolldownOptions: {
        input: "cli/main.ts",
        external: [/^node:/],
        output: { entryFileNames: "keystile.js", chunkFileNames: "keystile-[name].js" }
      }
    }
  })
  copyFileSync("cli/bin.mjs", "dist/cli/bin.mjs")
  chmodSync("dist/cli/bin.mjs", 0o755)
  return `${Math.round(sizeOf("dist/cli/keystile*.js") / 1000)} kB`
}

/** The page of the API document needs its viewer, which lies beside the command: it is no module of ours. */
function copyViewer() {
  const name = "redoc.standalone.js"
  for (const file of [name, `${name}.LICENSE.txt`]) {
    copyFileSync(join("node_modules", "redoc", "bundles", file), join("dist", "cli", file))
  }
  return `${Math.round(statSync(join("dist", "cli", name)).size / 1000)} kB`
}

/** The page of the service, which no entry of the package leads to. */
async function bundleConsole() {
  await buildConsole(join(root, "dist", "console"))
  return `${Math.round(sizeOf("dist/console/*") / 1000)} kB`
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
