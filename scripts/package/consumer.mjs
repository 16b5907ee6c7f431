// @ts-check
// An application that has nothing but the package: its types, its programs on Node, and its page in a Vite build.

import { copyFileSync, mkdirSync, readFileSync, symlinkSync, cpSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "vite"
import { npm, root, run } from "./pack.mjs"

/** @typedef {import("./pack.mjs").Packed} Packed */

const programs = fileURLToPath(new URL("../../test/package/", import.meta.url))
const tsc = join(root, "node_modules", "typescript", "bin", "tsc")

/** What an application brings by itself: the peers' types and Node's. */
const typings = ["@types/node", "@types/react", "@types/react-dom"]

/**
 * The package with what it declares and nothing else. Its dependencies are those of this checkout, so that it takes no
 * network; each is met through its own link, so one that is not declared is not found.
 *
 * @param {Packed} packed
 * @param {string} folder
 */
export const linked = ({ folder: unpacked, manifest }, folder) => {
  const modules = join(folder, "node_modules")
  mkdirSync(modules, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  cpSync(unpacked, join(modules, manifest.name), { recursive: true })
  for (const name of [...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }), ...typings]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(root, "node_modules", name), join(modules, name), "junction")
  }
}

/**
 * The package as npm installs it from the registry, with its peers.
 *
 * @param {Packed} packed
 * @param {string} folder
 */
export const installed = ({ manifest, tarball }, folder) => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const peers = [...Object.keys(manifest.peerDependencies), ...typings].map((name) => `${name}@${devDependencies[name]}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  npm(["install", tarball, ...peers], folder)
}

/**
 * @param {string} folder
 * @param {"nodenext" | "bundler"} resolution
 */
export const checkTypes = (folder, resolution) => {
  const file = join(folder, `tsconfig.${resolution}.json`)
  copyProgram("entries.ts", folder)
  writeFileSync(file, JSON.stringify({
    compilerOptions: {
      target: "es2022",
      module: resolution === "nodenext" ? "nodenext" : "esnext",
      moduleResolution: resolution,
      lib: ["es2023", "dom", "dom.iterable"],
      types: ["node"],
      strict: true,
      skipLibCheck: false,
      noEmit: true
    },
    files: ["entries.ts"]
  }))
  run(process.execPath, [tsc, "-p", file, "--pretty", "false"], folder)
}

/**
 * @param {string} folder
 * @param {string} node
 */
export const runOnNode = (folder, node) => {
  copyProgram("program.mjs", folder)
  return run(node, ["program.mjs"], folder).trim()
}

/**
 * The command, as npm would link it.
 *
 * @param {string} folder
 * @param {string} node
 * @param {Packed["manifest"]} manifest
 */
export const runCommand = (folder, node, { bin, name }) =>
  Object.values(bin).map((file) => run(node, [join("node_modules", name, file), "--version"], folder).trim()).join(" ")

/**
 * A page built by Vite; what of it needs no DOM runs.
 *
 * @param {string} folder
 */
export const bundlePage = async (folder) => {
  copyProgram("page.ts", folder)
  copyProgram("page-runner.mjs", folder)
  const outDir = join(folder, "page")
  const result = await build({
    configFile: false,
    root: folder,
    logLevel: "error",
    publicDir: false,
    build: {
      outDir,
      modulePreload: false,
      rolldownOptions: {
        input: join(folder, "page.ts"),
        preserveEntrySignatures: "strict",
        output: { entryFileNames: "page.js" }
      }
    }
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ("output" in one ? one.output : []))
  const faults = outputs.flatMap((output) => {
    if (output.type !== "chunk") return []
    const nodes = [...output.imports, ...output.dynamicImports].filter((name) => name.startsWith("node:"))
    const stubs = output.moduleIds.filter((id) => id.includes("__vite-browser-external"))
    const service = output.moduleIds.filter((id) => /keystile\/dist\/(?:service|cli|testing|console)\//.test(id))
    return [...nodes, ...stubs, ...service].map((id) => `the page's ${output.fileName} holds ${id}`)
  })
  if (!outputs.some(({ fileName }) => fileName.endsWith(".css"))) faults.push("the page has lost its style sheet")
  if (faults.length > 0) throw new Error(faults.join("\n"))
  return run(process.execPath, ["page-runner.mjs"], folder).trim()
}

/** The text of the program that names every entry. */
export const entriesProgram = () => readFileSync(join(programs, "entries.ts"), "utf8")

/** @param {string} file @param {string} folder */
const copyProgram = (file, folder) => copyFileSync(join(programs, file), join(folder, basename(file)))
