// Builds a page with the devtools. In production it has the size of a page with an empty component instead; in
// development it contains the panel. The arguments are the mode and the URLs of the modules of Vite and esbuild.

import assert from "node:assert/strict"
import { writeFileSync } from "node:fs"
import { join } from "node:path"

const [mode, viteModule = "vite", esbuildModule = "esbuild"] = process.argv.slice(2)
const vite = await import(viteModule)
const esbuild = await import(esbuildModule)
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

/** @param {string} input */
const withVite = async (input) => {
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

/** esbuild takes the condition from its options, as its own documentation says. @param {string} input */
const withEsbuild = async (input) => {
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

const figures = []
for (const [bundler, build] of Object.entries({ Vite: withVite, esbuild: withEsbuild })) {
  const code = await build(pages.devtools)
  const added = code.length - (await build(pages.empty)).length
  if (mode === "production") assert.equal(added, 0, `${bundler} adds ${added} bytes:\n${code}`)
  else assert.match(code, /Keystile devtools/, `${bundler} drops the devtools in development`)
  figures.push(`${bundler} ${added} bytes`)
}
process.stdout.write(`devtools in ${mode}: ${figures.join(", ")}\n`)
