// @ts-check
// Holds the arrows of the house: which folder may import from which, that neither folders nor files depend on each other
// in a circle, and that nothing carries a name that says nothing. Imports of types count like all others; only between the
// files of a folder may what is loaded later, by `import()`, lead back to who loads it.
//
//   node scripts/check-imports.mjs [ROOT]

import { existsSync, readFileSync, readdirSync } from "node:fs"
import { isBuiltin } from "node:module"
import { dirname, extname, join, relative, resolve, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { parseSync } from "vite"
import { answerHelp } from "./help.mjs"

/** What each folder may import from, besides itself. */
const arrows = {
  look: [],
  core: ["look"],
  tiers: ["core"],
  react: ["tiers", "core", "look"],
  console: ["react", "tiers", "core", "look"],
  service: ["core", "look"],
  cli: ["service", "core"],
  testing: ["service", "tiers", "core"]
}

/** What runs in a browser as well as on a server. */
const portable = ["look", "core", "tiers", "react", "console"]

/** What users install as modules. The command is left out: it ships as one file with everything in it. */
const shipped = ["look", "core", "tiers", "react", "service", "testing"]

/** Libraries that the build bundles, by the folder that may import them: users do not install those. */
const bundled = {
  "service/": ["@simplewebauthn/server", "bcryptjs", "nodemailer", "oauth4webapi"],
  "react/libraries/": ["input-otp", "react-hook-form"]
}

/** The one file that what it is built on may name: a user of any app owns projects, and each comes with this app. */
const topApp = "tiers/promise/admin-app.ts"

const named = [...Object.keys(arrows), "examples", "test", "bench", "scripts"]

/** Common errors: the known errors that any call can meet. */
const fullNames = new Set(["core/errors/common-errors.ts"])

const emptyNames = new Set(["util", "utils", "helper", "helpers", "common", "misc", "manager", "managers", "base"])

/**
 * @typedef {{ file: string, line: number, specifier: string, isLater: boolean }} Import
 * @typedef {{ file: string, line: number, message: string }} Violation
 */

/**
 * @param {string} root
 * @returns {{ files: number, imports: number, violations: ReadonlyArray<Violation> }}
 */
export const checkImports = (root) => {
  const files = named.flatMap((folder) => sources(root, folder))
  const imports = files.flatMap((file) => importsOf(root, file))
  const rules = rulesOf(root)
  const violations = [
    ...files.flatMap(checkName),
    ...imports.flatMap((found) =>
      rules.flatMap((rule) => rule(found) ?? []).map((message) => ({ ...at(found), message }))
    ),
    ...circles(root, imports, "folders", unit),
    ...circles(
      root,
      imports.filter((found) => !found.isLater && staysInside(root, found)),
      "files",
      (path) => path
    )
  ]
  return {
    files: files.length,
    imports: imports.length,
    violations: violations.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
  }
}

/** @param {Import} found */
const at = ({ file, line }) => ({ file, line })

/**
 * @param {string} root
 * @returns {ReadonlyArray<(found: Import) => string | undefined>}
 */
function rulesOf(root) {
  const manifest = readManifest(root)

  return [
    ({ file, specifier }) => {
      const from = top(file)
      if (!(from in arrows) || !isRelative(specifier)) return undefined
      const target = targetOf(root, file, specifier)
      const to = top(target)
      if (to === from) return undefined
      const allowed = arrows[/** @type {keyof typeof arrows} */ (from)]
      if (allowed.some((folder) => folder === to)) return undefined
      const rule =
        allowed.length === 0
          ? "nothing outside itself"
          : `only ${allowed.map((folder) => `${folder}/`).join(", ")} besides itself`
      return `imports ${target}: ${from}/ may import ${rule}`
    },

    ({ file, specifier }) =>
      isSource(file) && isOwnName(specifier)
        ? `imports "${specifier}": sources import each other by relative path, only users go by the package's name`
        : undefined,

    ({ file, specifier }) =>
      isSource(file) && isRelative(specifier) && !existsSync(join(root, targetOf(root, file, specifier)))
        ? `imports "${specifier}": there is no such file (a source is imported with its own extension, .ts or .tsx)`
        : undefined,

    ({ file, specifier }) =>
      portable.includes(top(file)) && (isBuiltin(specifier) || specifier.startsWith("@effect/platform-"))
        ? `imports "${specifier}": ${top(file)}/ also runs in browsers, so nothing of Node's may be in it`
        : undefined,

    ({ file, specifier }) => {
      if (!shipped.includes(top(file)) || isRelative(specifier) || isBuiltin(specifier) || isOwnName(specifier))
        return undefined
      const name = packageName(specifier)
      const isBundled = Object.entries(bundled).some(
        ([folder, names]) => file.startsWith(folder) && names.includes(name)
      )
      return isBundled || manifest.installed.has(name)
        ? undefined
        : `imports "${specifier}": ${name} is neither in dependencies nor in peerDependencies, so users would not have it`
    },

    ({ file, specifier }) => {
      if (top(file) !== "examples" || !isRelative(specifier)) return undefined
      const target = targetOf(root, file, specifier)
      const own = file.split("/").slice(0, 2).join("/")
      return target.startsWith(`${own}/`)
        ? undefined
        : `imports ${target}: an example imports only its own files and the package by its name, as its readers will`
    }
  ]

  /** @param {string} specifier */
  function isOwnName(specifier) {
    return specifier === manifest.name || specifier.startsWith(`${manifest.name}/`)
  }
}

/**
 * Folders, or the files of one folder, that depend on each other in a circle.
 *
 * @param {string} root
 * @param {ReadonlyArray<Import>} imports
 * @param {"folders" | "files"} what
 * @param {(path: string) => string} of The folder or file that a path belongs to.
 * @returns {ReadonlyArray<Violation>}
 */
function circles(root, imports, what, of) {
  /** @type {Map<string, Map<string, Import>>} */
  const graph = new Map()
  for (const found of imports) {
    if (!isSource(found.file) || !isRelative(found.specifier)) continue
    const from = of(found.file)
    const to = of(targetOf(root, found.file, found.specifier))
    if (from === to || to === topApp) continue
    const edges = graph.get(from) ?? new Map()
    if (!edges.has(to)) edges.set(to, found)
    graph.set(from, edges)
  }

  const violations = []
  const reported = new Set()
  for (const start of [...graph.keys()].sort()) {
    const path = shortestWayBack(graph, start)
    if (path === undefined || path.every(({ from }) => reported.has(from))) continue
    for (const { from } of path) reported.add(from)
    const hops = path.map(({ to, found }) => `${to} (${found.file}:${found.line})`).join(" → ")
    const first = path[0]
    if (first)
      violations.push({ ...at(first.found), message: `${what} import each other in a circle: ${start} → ${hops}` })
  }
  return violations
}

/**
 * @param {Map<string, Map<string, Import>>} graph
 * @param {string} start
 */
function shortestWayBack(graph, start) {
  /** @type {Array<{ unit: string, path: ReadonlyArray<{ from: string, to: string, found: Import }> }>} */
  const queue = [{ unit: start, path: [] }]
  const seen = new Set()
  for (const { unit, path } of queue) {
    for (const [to, found] of graph.get(unit) ?? []) {
      const next = [...path, { from: unit, to, found }]
      if (to === start) return next
      if (seen.has(to)) continue
      seen.add(to)
      queue.push({ unit: to, path: next })
    }
  }
  return undefined
}

/**
 * @param {string} file
 * @returns {ReadonlyArray<Violation>}
 */
function checkName(file) {
  const words = file.split("/").flatMap((part) =>
    part
      .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
      .toLowerCase()
      .split(/[-_.]/)
  )
  const empty = words.find((word) => emptyNames.has(word))
  return empty === undefined || fullNames.has(file)
    ? []
    : [
        {
          file,
          line: 1,
          message: `is named "${empty}": a name says what is inside (not util, helper, common, misc, manager or base)`
        }
      ]
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {ReadonlyArray<string>}
 */
function sources(root, folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ["node_modules", "dist"].includes(entry.name) ? [] : sources(root, path)
    return /\.[mc]?[jt]sx?$/.test(entry.name) ? [path] : []
  })
}

/**
 * Every module a file names: imports, re-exports, `import()`, `import("…").Type` and `require()`.
 *
 * @param {string} root
 * @param {string} file
 * @returns {ReadonlyArray<Import>}
 */
function importsOf(root, file) {
  const text = readFileSync(join(root, file), "utf8")
  const { program, errors } = parseSync(file, text)
  const [error] = errors
  if (error) throw new Error(`${file} cannot be parsed: ${error.message}`)

  /** @type {Array<Import>} */
  const found = []
  /** @param {unknown} node */
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== "object" || node === null) return
    const specifier = specifierOf(/** @type {Record<string, any>} */ (node))
    if (specifier) {
      const line = text.slice(0, specifier.start).split("\n").length
      found.push({
        file,
        line,
        specifier: specifier.value.replace(/\?.*$/, ""),
        isLater: Reflect.get(node, "type") === "ImportExpression"
      })
    }
    Object.values(node).forEach(visit)
  }
  visit(program)
  return found
}

/**
 * @param {Record<string, any>} node
 * @returns {{ value: string, start: number } | undefined}
 */
function specifierOf(node) {
  const literal = literalOf(node)
  return typeof literal?.value === "string" ? literal : undefined
}

/** @param {Record<string, any>} node */
function literalOf(node) {
  switch (node["type"]) {
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
    case "TSImportType":
      return node["source"]
    case "TSExternalModuleReference":
      return node["expression"]
    case "CallExpression":
      return node["callee"].name === "require" ? node["arguments"][0] : undefined
    default:
      return undefined
  }
}

/** @param {string} root */
function readManifest(root) {
  const path = join(root, "package.json")
  const {
    name = "keystile",
    dependencies = {},
    peerDependencies = {}
  } = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {}
  return { name: String(name), installed: new Set([...Object.keys(dependencies), ...Object.keys(peerDependencies)]) }
}

/** @param {string} specifier */
function packageName(specifier) {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/")
}

/** @param {string} specifier */
function isRelative(specifier) {
  return specifier.startsWith(".") || specifier.startsWith("/")
}

/**
 * @param {string} root
 * @param {string} file
 * @param {string} specifier
 */
function targetOf(root, file, specifier) {
  return relative(root, resolve(root, dirname(file), specifier))
    .split(sep)
    .join("/")
}

/** @param {string} path */
function top(path) {
  return path.split("/")[0] ?? path
}

/** @param {string} file */
function isSource(file) {
  return top(file) in arrows
}

/**
 * @param {string} root
 * @param {Import} found
 */
function staysInside(root, { file, specifier }) {
  return isRelative(specifier) && unit(targetOf(root, file, specifier)) === unit(file)
}

/**
 * The folder that counts as one: directly below `core/`, `service/` and so on. A file beside those stands for itself.
 *
 * @param {string} path
 */
function unit(path) {
  const parts = path.split("/")
  return parts.length > 2 || extname(path) === "" ? parts.slice(0, 2).join("/") : path
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  answerHelp(import.meta.url)
  const root = resolve(process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url)))
  const { files, imports, violations } = checkImports(root)
  for (const { file, line, message } of violations) process.stdout.write(`${file}:${line} ${message}\n`)
  process.stdout.write(
    violations.length === 0
      ? `${imports} ${imports === 1 ? "import" : "imports"} in ${files} files: all keep the rules\n`
      : `${violations.length} ${violations.length === 1 ? "violation" : "violations"}\n`
  )
  process.exitCode = violations.length === 0 ? 0 : 1
}
