// @ts-check
// Composes the templates of `create-keystile` from the examples, so that each file exists once in the repository.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))

/**
 * The folders and files of each template, in the order in which they are copied over each other. Its own files are in
 * `create/templates`. A manifest adds to those before it.
 *
 * @typedef {string | { from: string, to: string }} Layer
 * @type {Readonly<Record<string, ReadonlyArray<Layer>>>}
 */
const layers = {
  vite: ["examples/vite"],
  next: ["examples/next", "examples/next-one-deployment", "create/templates/one-deployment", "create/templates/next"],
  "react-router": ["examples/react-router"],
  "tanstack-start": ["examples/tanstack-start"],
  effect: [
    { from: "examples/effect-one-deployment/package.json", to: "package.json" },
    { from: "examples/effect-one-deployment/src", to: "server" },
    ...["index.html", "package.json", "public", "src"].map((path) => ({ from: `examples/vite/${path}`, to: path })),
    "create/templates/one-deployment",
    "create/templates/effect"
  ]
}

/** Build output, packages and settings of a machine. */
const ignoredNames = new Set([
  "node_modules",
  "build",
  "dist",
  ".next",
  "next-env.d.ts",
  ".react-router",
  ".astro",
  ".tanstack",
  ".env",
  ".env.local"
])

/** Returns whether a file or folder is a source: no output, and no database. @param {string} path */
const isSource = (path) => !ignoredNames.has(basename(path)) && !basename(path).startsWith("keystile.db")

/** The ids of the templates. */
export const templateIds = Object.keys(layers)

/**
 * Writes the files of a template into a new folder.
 *
 * @param {string} id
 * @param {string} folder
 */
export const composeTemplate = (id, folder) => {
  const { version } = readManifest(root)
  /** @type {Manifest} */
  let manifest = {}
  mkdirSync(folder, { recursive: true })
  for (const layer of [{ from: "create/templates/gitignore", to: "gitignore" }, ...(layers[id] ?? [])]) {
    const { from, to } = typeof layer === "string" ? { from: layer, to: "" } : layer
    cpSync(join(root, from), join(folder, to), { recursive: true, filter: isSource })
    manifest = merge(manifest, takeManifest(folder))
  }
  const keystile = { keystile: `^${version}` }
  writeJson(join(folder, "package.json"), merge(manifest, { dependencies: keystile }))
  linkToPackage(join(folder, "README.md"))
}

/** @typedef {{ [field: string]: any }} Manifest */

/** @param {string} folder @returns {Manifest} */
export const readManifest = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

/** Removes the manifest of a layer and returns it. @param {string} folder @returns {Manifest} */
const takeManifest = (folder) => {
  try {
    const manifest = readManifest(folder)
    rmSync(join(folder, "package.json"))
    return manifest
  } catch (failure) {
    if (/** @type {NodeJS.ErrnoException} */ (failure).code === "ENOENT") return {}
    throw failure
  }
}

/**
 * Merges the objects of two manifests, such as their dependencies. The field `null` of the second one removes that of
 * the first one.
 *
 * @param {Manifest} first
 * @param {Manifest} second
 * @returns {Manifest}
 */
const merge = (first, second) => {
  const merged = { ...first }
  for (const [field, value] of Object.entries(second)) {
    if (value === null) delete merged[field]
    else merged[field] = isObject(value) && isObject(merged[field]) ? merge(merged[field], value) : value
  }
  return merged
}

/** @param {unknown} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value)

/** Replaces links to the documentation by links to that of the installed package. @param {string} file */
const linkToPackage = (file) => {
  const text = readFileSync(file, "utf8").replaceAll("](../../docs/", "](node_modules/keystile/docs/")
  writeFileSync(file, text.replaceAll("](../", "](node_modules/keystile/examples/"))
}

/** @param {string} file @param {unknown} content */
const writeJson = (file, content) => writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
