// @ts-check
// Imports an entry of the package: from dist/ if it is built, else from the sources.

import { existsSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { packageEntries } from "../scripts/build/entries.mjs"

const root = join(import.meta.dirname, "..")

/** @param {string} name @param {{ fromSources: boolean }} options */
export const loadEntry = (name, { fromSources }) => {
  const entry = packageEntries(root).find((one) => one.name === name)
  if (entry === undefined) throw new Error(`There is no entry ${name}.`)
  const built = join(root, entry.built)
  return import(pathToFileURL(!fromSources && existsSync(built) ? built : join(root, entry.source ?? "")).href)
}
