// @ts-check
// Applications that depend on the package alone: their types, programs on Node, and pages in a Vite build.

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  cpSync,
  writeFileSync
} from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { build } from "vite"
import { npm, root, run } from "./pack.mjs"
import { startWorker } from "./workerd.mjs"

/** @typedef {import("./pack.mjs").Packed} Packed */

const programs = fileURLToPath(new URL("./", import.meta.url))
const tsc = join(root, "node_modules", "@typescript", "native", "bin", "tsc")

/** Packages that the application itself provides: the types of the peer dependencies and of Node. */
const typings = ["@types/express", "@types/node", "@types/react", "@types/react-dom"]

/**
 * Installs the package with links to the declared dependencies in this checkout, without a network. A dependency that
 * is not declared has no link, so importing it fails.
 *
 * @param {Packed} packed
 * @param {string} folder
 */
export const linkPackage = ({ folder: unpacked, manifest }, folder) => {
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
 * Installs the package from the registry with npm, with its peer dependencies.
 *
 * @param {Packed} packed
 * @param {string} folder
 */
export const installPackage = ({ manifest, tarball }, folder) => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const peers = [...Object.keys(manifest.peerDependencies), ...typings].map(
    (name) => `${name}@${devDependencies[name]}`
  )
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  npm(["install", tarball, ...peers], folder)
}

/** The maximum size of an installation with its peer dependencies for a page. */
const MAX_PACKAGES = 10
const MAX_MEGABYTES = 75

/** The packages that an application with screens installs beside this one. */
const ofScreens = ["effect", "react", "react-dom"]

/**
 * Installs the package with Effect and React, as an application with screens does.
 *
 * @param {Packed} packed
 * @param {string} folder
 */
export const sizeOfInstallation = ({ tarball }, folder) => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  mkdirSync(folder)
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  npm(["install", tarball, ...ofScreens.map((name) => `${name}@${devDependencies[name]}`)], folder)
  const modules = join(folder, "node_modules")
  const { packages } = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8"))
  const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  const [count, megabytes] = [Object.keys(packages).length, bytes / 1e6]
  const text = `an installation has ${count} packages and ${megabytes.toFixed(1)} MB`
  if (count > MAX_PACKAGES || megabytes > MAX_MEGABYTES)
    throw new Error(`${text}; at most ${MAX_PACKAGES} and ${MAX_MEGABYTES} MB`)
  return text
}

/**
 * @param {string} folder
 * @param {"nodenext" | "bundler"} resolution
 */
export const checkTypes = (folder, resolution) => {
  const file = join(folder, `tsconfig.${resolution}.json`)
  copyProgram("entries.ts", folder)
  writeFileSync(
    file,
    JSON.stringify({
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
    })
  )
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
 * Runs a program with the client, server and verify entries on a runtime, beside a service in another process.
 *
 * @param {string} folder
 * @param {import("./runtimes.mjs").Runtime} runtime
 * @param {import("../../scripts/demo/service.mjs").Service} service
 */
export const runClients = (folder, { command: [program = "", ...args] }, { project, url }) => {
  copyProgram("clients.mjs", folder)
  copyProgram("run-clients.mjs", folder)
  const keys = [project.id, project.publishableClientKey, project.secretServerKey]
  return run(program, [...args, "run-clients.mjs", url, ...keys], folder).trim()
}

/**
 * Does the same in workerd.
 *
 * @param {string} folder
 * @param {string} workerd the program
 * @param {import("../../scripts/demo/service.mjs").Service} service
 */
export const runClientsInWorker = async (folder, workerd, { project, url }) => {
  copyProgram("clients.mjs", folder)
  copyProgram("worker-clients.mjs", folder)
  const worker = await startWorker(workerd, join(folder, "worker-clients.mjs"))
  try {
    const { id: projectId, publishableClientKey, secretServerKey } = project
    const body = JSON.stringify({ baseUrl: url, projectId, publishableClientKey, secretServerKey })
    return await (await fetch(worker.url, { method: "POST", body })).text()
  } finally {
    await worker.stop()
  }
}

/**
 * Runs a test in Vitest, which loads the package as Node does.
 *
 * @param {string} folder
 */
export const runInVitest = (folder) => {
  const modules = join(folder, "node_modules")
  if (!existsSync(join(modules, "vitest")))
    symlinkSync(join(root, "node_modules", "vitest"), join(modules, "vitest"), "junction")
  copyFileSync(join(programs, "vitest-consumer.mjs"), join(folder, "application.test.mjs"))
  run(
    process.execPath,
    [join(root, "node_modules", "vitest", "vitest.mjs"), "run", "--root", folder, "--reporter", "dot"],
    folder
  )
  return "works in Vitest"
}

/**
 * Bundles and runs a server program with the package, the service included.
 *
 * @param {string} folder
 */
export const runBundled = async (folder) => {
  copyProgram("program.mjs", folder)
  const outDir = join(folder, "bundled")
  await build({
    configFile: false,
    root: folder,
    logLevel: "error",
    ssr: { noExternal: ["keystile"] },
    build: {
      ssr: true,
      outDir,
      rolldownOptions: { input: join(folder, "program.mjs"), output: { entryFileNames: "program.mjs" } }
    }
  })
  return `bundled: ${run(process.execPath, [join(outDir, "program.mjs")], folder).trim()}`
}

/**
 * Builds a page with Vite and runs its exports that need no DOM.
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
    const service = output.moduleIds.filter((id) =>
      /keystile\/dist\/(?:service|cli|testing|pages|node|libraries)\//.test(id)
    )
    return [...nodes, ...stubs, ...service].map((id) => `the page's ${output.fileName} holds ${id}`)
  })
  if (!outputs.some(({ fileName }) => fileName.endsWith(".css"))) faults.push("the page has lost its style sheet")
  if (faults.length > 0) throw new Error(faults.join("\n"))
  return run(process.execPath, ["page-runner.mjs"], folder).trim()
}

/**
 * Builds a page with the plugin of the package, and without it.
 *
 * @param {string} folder
 */
export const buildSnapshot = (folder) => {
  copyProgram("snapshot-build.mjs", folder)
  return run(process.execPath, ["snapshot-build.mjs", import.meta.resolve("vite")], folder).trim()
}

/** The bundlers of this checkout. */
const bundlers = { vite: import.meta.resolve("vite"), esbuild: import.meta.resolve("esbuild") }

/**
 * Builds a page with the devtools for production and for development.
 *
 * @param {string} folder
 * @param {Readonly<Record<string, string>>} [modules] the URL of each bundler; default: Vite and esbuild
 */
export const buildDevtools = (folder, modules = bundlers) => {
  copyProgram("devtools-build.mjs", folder)
  const args = Object.entries(modules).map(([name, url]) => `${name}=${url}`)
  return ["production", "development"].map((mode) =>
    run(process.execPath, ["devtools-build.mjs", mode, ...args], folder, { NODE_ENV: mode }).trim()
  )
}

/**
 * Does the same with webpack, which is installed from the registry.
 *
 * @param {string} folder
 * @param {string} work a folder that does not exist yet
 */
export const buildDevtoolsWithWebpack = (folder, work) => {
  mkdirSync(work)
  writeFileSync(join(work, "package.json"), JSON.stringify({ private: true }))
  npm(["install", "--ignore-scripts", "webpack"], work)
  const { href } = pathToFileURL(join(work, "node_modules", "webpack", "lib", "index.js"))
  return buildDevtools(folder, { webpack: href })
}

/** Returns the source of a program that imports every entry. */
export const entriesProgram = () => readFileSync(join(programs, "entries.ts"), "utf8")

/** @param {string} file @param {string} folder */
const copyProgram = (file, folder) => copyFileSync(join(programs, file), join(folder, basename(file)))
