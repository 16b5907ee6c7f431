// Builds a page with the devtools. In production it has the size of a page with an empty component instead; in
// development it contains the panel. The arguments are the mode and a module of each bundler: `NAME=URL`.

import assert from "node:assert/strict"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const [mode, ...modules] = process.argv.slice(2)
const folder = import.meta.dirname

/** Writes a page that renders the component of a module. @param {string} name @param {string} module */
const page = (name, module) => {
  const file = join(folder, `devtools-${name}.js`)
  writeFileSync(
    file,
    `import { createElement } from "react"
import { KeystileDevtools } from "${module}"
export const page = () => createElement(KeystileDevtools)
`
  )
  return file
}
writeFileSync(join(folder, "nothing.js"), "export const KeystileDevtools = () => null\n")
const pages = { devtools: page("package", "keystile/devtools"), empty: page("empty", "./nothing.js") }

/** @param {typeof import("vite")} vite @param {string} input */
const withVite = async (vite, input) => {
  const result = await vite.build({
    configFile: false,
    mode,
    root: folder,
    logLevel: "error",
    publicDir: false,
    build: {
      write: false,
      minify: true,
      rolldownOptions: { input, external: /^(?:react|react-dom|effect)(?:\/|$)/, preserveEntrySignatures: "strict" }
    }
  })
  return result.output.map((output) => output.code ?? "").join("\n")
}

/**
 * esbuild takes the condition from its options, as its own documentation says.
 *
 * @param {typeof import("esbuild")} esbuild
 * @param {string} input
 */
const withEsbuild = async (esbuild, input) => {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: folder,
    entryPoints: [input],
    bundle: true,
    conditions: mode === "development" ? ["development"] : [],
    external: ["react", "react-dom", "react/jsx-runtime", "effect"],
    format: "esm",
    logLevel: "error",
    minify: true,
    write: false
  })
  return outputFiles.map(({ text }) => text).join("\n")
}

/** webpack takes the condition from its mode. */
const withWebpack = async ({ default: webpack }, input) => {
  const compiler = webpack({
    context: folder,
    devtool: false,
    entry: input,
    experiments: { outputModule: true },
    externals: /^(?:react|react-dom|effect)(?:\/|$)/,
    externalsType: "module",
    mode,
    output: { path: folder, filename: "webpack.js", library: { type: "module" } }
  })
  const stats = await new Promise((resolve, reject) =>
    compiler.run((error, stats) => (error === null ? resolve(stats) : reject(error)))
  )
  assert.deepEqual(stats.toJson({ all: false, errors: true }).errors, [])
  return readFileSync(join(folder, "webpack.js"), "utf8")
}

const builds = { vite: withVite, esbuild: withEsbuild, webpack: withWebpack }
const figures = []
for (const [name, url] of modules.map((argument) => argument.split("="))) {
  const bundler = await import(url)
  const code = await builds[name](bundler, pages.devtools)
  const added = code.length - (await builds[name](bundler, pages.empty)).length
  if (mode === "production") assert.equal(added, 0, `${name} adds ${added} bytes:\n${code}`)
  else assert.match(code, /Keystile devtools/, `${name} drops the devtools in development`)
  figures.push(`${name} ${added} bytes`)
}
process.stdout.write(`devtools in ${mode}: ${figures.join(", ")}\n`)
