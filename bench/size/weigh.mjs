// Bundles and minifies a program by Vite like an application, and measures the result.

import { SourceMap } from "node:module"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { transformAsync } from "@babel/core"
import { build } from "vite"
import { packageEntries } from "../../scripts/build/entries.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))

/**
 * Returns the sizes of one program in bytes, and the budgets that it exceeds.
 *
 * @param {import("./programs.mjs").Program} program
 * @param {object} how
 * @param {boolean} how.useDist from dist/, not from the sources
 * @param {ReadonlyArray<string>} how.paths of all endpoints
 * @param {boolean} how.parts whether to list the heaviest modules
 * @param {boolean} how.files whether to list the files
 */
export async function weigh(
  { budget, code, name, noEffect = false, onlyPath, what, wholeBudget },
  { files: listsFiles, parts: listsParts, paths, useDist }
) {
  const entry = join(root, "bench", `program-${name.replaceAll(" ", "-")}.js`)
  const result = await build({
    configFile: false,
    root,
    logLevel: "error",
    publicDir: false,
    oxc: { jsx: { runtime: "automatic" } },
    resolve: {
      alias: packageEntries(root).map(({ built, name, source = "" }) => ({
        find: new RegExp(`^${name.replaceAll(".", "\\.")}$`),
        replacement: join(root, useDist ? built : source)
      }))
    },
    plugins: [
      {
        name: "program",
        enforce: "pre",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined)
      },
      ...(useDist ? [] : [annotated])
    ],
    build: {
      write: false,
      target: "es2022",
      minify: true,
      cssMinify: true,
      modulePreload: false,
      sourcemap: listsParts ? "hidden" : false,
      rolldownOptions: { input: entry, external: [/^react(?:-dom)?(?:\/|$)/] }
    }
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ("output" in one ? one.output : []))
  const chunks = outputs.filter((output) => output.type === "chunk")
  const styles = outputs.filter((output) => output.type === "asset" && output.fileName.endsWith(".css"))
  const eager = initial(chunks)
  const texts = [...eager.map(({ code }) => code), ...styles.map(({ source }) => source)]
  const files = texts.map((text) => Buffer.from(text))
  const size = {
    minified: sum(files.map(({ length }) => length)),
    gzip: sum(files.map((file) => gzipSync(file, { level: 9 }).length)),
    brotli: sum(
      files.map(
        (file) =>
          brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } })
            .length
      )
    )
  }
  const later = chunks.filter((chunk) => !eager.includes(chunk))
  const lazy = sum(later.map(gzipOf))
  const languages = later.filter(isLanguage).map(gzipOf)
  const english = size.gzip + lazy - sum(languages)
  const whole = english + Math.max(0, ...languages)
  const failures = []
  if (wholeBudget !== undefined && whole > wholeBudget) {
    failures.push(`${whole - wholeBudget} bytes over the budget of all its files, ${wholeBudget}`)
  }
  if (budget !== undefined && size.gzip > budget) failures.push(`${size.gzip - budget} bytes over its budget`)
  const ofEffect = eager.flatMap(({ modules }) => Object.keys(modules)).filter(isEffect)
  if (noEffect && ofEffect.length > 0) {
    failures.push(`loads ${ofEffect.length} modules of Effect with the page, e.g. ${basename(ofEffect[0] ?? "")}`)
  }
  if (onlyPath !== undefined) {
    const all = eager.map(({ code }) => code).join("\n")
    const held = paths.filter((path) => [`"`, "'", "`"].some((quote) => all.includes(quote + path + quote)))
    if (!held.includes(onlyPath)) failures.push(`does not hold ${onlyPath}`)
    const others = held.filter((path) => path !== onlyPath && path !== "/health")
    if (others.length > 0) {
      failures.push(`holds the paths of ${others.length} other endpoints: ${others.slice(0, 3).join(", ")}`)
    }
  }
  const parts = listsParts ? heaviest(eager) : []
  const list = listsFiles ? outputs.map((output) => describe(output, eager)) : []
  return { name, what, budget, ...size, lazy, wholeBudget, english, whole, failures, parts, list }
}

/** Returns `true` for a module of Effect, or for code that Vite adds to one. @param {string} id */
const isEffect = (id) => /[\\/]node_modules[\\/]effect[\\/]/.test(id)

/** @param {{ code: string }} chunk */
const gzipOf = ({ code }) => gzipSync(code, { level: 9 }).length

/** Returns `true` for a file with the texts of a language other than English. @param {{ modules: object }} chunk */
const isLanguage = ({ modules }) => Object.keys(modules).every((file) => file.includes("/react/messages/languages/"))

/** Describes a file: how it is loaded, its size, and its largest modules. */
function describe(output, eager) {
  const code = output.type === "chunk" ? output.code : output.source
  const modules = output.type === "chunk" ? Object.entries(output.modules) : []
  const heaviest = modules
    .sort(([, a], [, b]) => b.renderedLength - a.renderedLength)
    .slice(0, 4)
    .map(([file]) =>
      file
        .replace(/^.*node_modules\//, "")
        .replace(join(root, "dist/"), "")
        .replace(root, "")
    )
  const when = output.type === "asset" || eager.includes(output) ? "with the page" : "on demand"
  return { when, gzip: gzipOf({ code }), modules: heaviest.join(", ") || output.fileName }
}

/** Returns the chunks that load with the page: the entry and its static imports. */
function initial(chunks) {
  const seen = new Set()
  const visit = (chunk) => {
    if (chunk === undefined || seen.has(chunk)) return
    seen.add(chunk)
    for (const name of chunk.imports) visit(chunks.find(({ fileName }) => fileName === name))
  }
  visit(chunks.find(({ isEntry }) => isEntry))
  return [...seen]
}

/** Returns the bytes of minified code of each module. */
function heaviest(chunks) {
  const bytes = new Map()
  for (const { code, map } of chunks) {
    const sources = new SourceMap(map)
    code.split("\n").forEach((line, number) => {
      for (let column = 0; column < line.length; column++) {
        const { originalSource } = sources.findEntry(number, column)
        const module = originalSource?.replace(/^(?:\.\.\/)+/, "") ?? "the bundler"
        bytes.set(module, (bytes.get(module) ?? 0) + 1)
      }
    })
  }
  return [...bytes]
    .map(([module, length]) => ({ module, length }))
    .sort((a, b) => b.length - a.length)
    .slice(0, 40)
}

/** Applies the transformations of the build to sources. */
const annotated = {
  name: "annotated",
  /** @param {string} code @param {string} id */
  async transform(code, id) {
    const [file = ""] = id.split("?")
    if (!/\.tsx?$/.test(file) || file.includes("node_modules")) return undefined
    const result = await transformAsync(code, {
      filename: file.replace(/\.tsx?$/, ".js"),
      configFile: false,
      babelrc: false,
      compact: false,
      plugins: ["annotate-pure-calls"]
    })
    return result?.code ? { code: result.code, map: null } : undefined
  }
}

/** @param {ReadonlyArray<number>} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
