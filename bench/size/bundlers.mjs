// Bundles the same programs by other bundlers than Vite, and measures what loads with the page.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { gzipSync } from "node:zlib"
import { packageEntries } from "../../scripts/build/entries.mjs"
import { installed } from "../installed.mjs"

const packages = [
  "rollup@4.68.7",
  "@rollup/plugin-node-resolve@16.0.3",
  "@rollup/plugin-replace@6.0.3",
  "@rollup/plugin-terser@1.0.2",
  "webpack@5.112.2",
  "esbuild@0.28.2"
]

const root = fileURLToPath(new URL("../..", import.meta.url))
const entries = packageEntries(root).map(({ built, name }) => ({ name, file: join(root, built) }))
const react = /^react(-dom)?(\/.*)?$/
const production = { "process.env.NODE_ENV": `"production"` }

/**
 * Bundles a program, and returns the files that load with the page.
 *
 * @typedef {(entry: string, folder: string) => Promise<ReadonlyArray<Uint8Array | string>>} Bundle
 */

/**
 * Measures programs with each of the other bundlers, without styles. Returns `undefined` if they cannot be installed.
 *
 * @param {ReadonlyArray<import("./programs.mjs").Program>} programs
 */
export async function weighByOthers(programs) {
  const home = installed("bundlers", packages)
  if (home === undefined) return undefined
  const require = createRequire(join(home, "package.json"))
  const bundlers = Object.entries({ Rollup: rollup(require), webpack: webpack(require), esbuild: esbuild(require) })
  // Within the project, so that the bundlers find its packages.
  const folder = mkdtempSync(join(root, "node_modules", ".size-"))
  try {
    const results = []
    for (const { code, name } of programs) {
      const entry = join(folder, `${name.replaceAll(" ", "-")}.js`)
      writeFileSync(entry, code.replace(/^ *import "[^"]*\.css"$/gm, ""))
      for (const [bundler, bundle] of bundlers) {
        const files = await bundle(entry, join(folder, "out"))
        const gzip = files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0)
        results.push({ bundler, gzip, files: files.length, name })
      }
    }
    return results
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Returns a file and everything that it imports statically.
 *
 * @param {string} start
 * @param {(file: string) => ReadonlyArray<string>} importsOf
 */
function initial(start, importsOf) {
  const found = new Set([start])
  for (const file of found) for (const name of importsOf(file)) found.add(name)
  return [...found]
}

/** Loads a bundler. @param {NodeJS.Require} require @param {string} name */
const load = async (require, name) => {
  const module = await import(pathToFileURL(require.resolve(name)).href)
  return module.default ?? module
}

/** @param {NodeJS.Require} require @returns {Bundle} */
const rollup = (require) => async (input) => {
  const [{ rollup }, resolve, replace, terser] = await Promise.all(
    ["rollup", "@rollup/plugin-node-resolve", "@rollup/plugin-replace", "@rollup/plugin-terser"].map((name) =>
      load(require, name)
    )
  )
  const bundle = await rollup({
    input,
    external: react,
    onwarn: () => {},
    plugins: [
      { name: "keystile", resolveId: (/** @type {string} */ id) => entries.find(({ name }) => name === id)?.file },
      resolve({ browser: true, exportConditions: ["module", "browser"] }),
      replace({ preventAssignment: true, values: production })
    ]
  })
  const { output } = await bundle.generate({ format: "es", plugins: [terser({ module: true, ecma: 2022 })] })
  const files = new Map(output.map((file) => [file.fileName, file]))
  const start = output.find(({ isEntry }) => isEntry).fileName
  return initial(start, (file) => files.get(file).imports.filter((name) => files.has(name))).map(
    (file) => files.get(file).code
  )
}

/** @param {NodeJS.Require} require @returns {Bundle} */
const webpack = (require) => async (entry, path) => {
  const webpack = await load(require, "webpack")
  const stats = await new Promise((resolve, reject) =>
    webpack(
      {
        mode: "production",
        target: ["web", "es2022"],
        context: root,
        entry,
        output: { path, clean: true },
        externals: react,
        resolve: { alias: Object.fromEntries(entries.map(({ file, name }) => [`${name}$`, file])) }
      },
      (/** @type {unknown} */ error, /** @type {unknown} */ stats) => (error ? reject(error) : resolve(stats))
    )
  )
  const { chunks, errors } = stats.toJson({ all: false, chunks: true, errors: true })
  if (errors.length > 0) throw new Error(errors[0].message)
  const files = chunks.filter(({ initial }) => initial).flatMap(({ files }) => files)
  return files.map((/** @type {string} */ file) => readFileSync(join(path, file)))
}

/** @param {NodeJS.Require} require @returns {Bundle} */
const esbuild = (require) => async (entry, outdir) => {
  const { build } = await load(require, "esbuild")
  const {
    metafile: { outputs },
    outputFiles
  } = await build({
    entryPoints: [entry],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    conditions: ["module"],
    external: ["react", "react-dom", "react/*", "react-dom/*"],
    alias: Object.fromEntries(entries.map(({ file, name }) => [name, file])),
    define: production,
    metafile: true,
    write: false,
    outdir
  })
  const start = Object.keys(outputs).find((file) => outputs[file].entryPoint?.endsWith(entry.slice(root.length)))
  const names = initial(start, (file) =>
    outputs[file].imports
      .filter(({ external, kind }) => !external && kind === "import-statement")
      .map(({ path }) => path)
  )
  return names.map((name) => outputFiles.find(({ path }) => path === join(root, name)).contents)
}
