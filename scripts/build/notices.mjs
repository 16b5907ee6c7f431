// @ts-check
// Writes the licenses of the third-party code that is bundled into the package, as these licenses require
// (BSD-3-Clause, clause 2; MIT). Vite lists the packages of each bundle.

import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const fileName = "THIRD-PARTY-NOTICES.txt"

/** The path of the notices in the package. */
export const noticesFile = `dist/${fileName}`

/** `build.license` of each bundle. */
export const license = { fileName: "license.json" }

/** @typedef {{ name: string, version: string, identifier: string, text: string }} Notice */

/**
 * Merges the lists of all bundles below a folder into one file of notices there, and removes them.
 *
 * @param {string} root
 * @param {string} [folder]
 * @returns {ReadonlyArray<Notice>}
 */
export const writeNotices = (root, folder = join(root, "dist")) => {
  /** @type {Map<string, Notice>} */
  const found = new Map()
  for (const list of globSync(join(folder, `**/*${license.fileName}`))) {
    /** @type {ReadonlyArray<Notice>} */
    const packages = JSON.parse(readFileSync(list, "utf8"))
    for (const notice of packages)
      found.set(`${notice.name}@${notice.version}`, { ...notice, text: textOf(root, notice) })
    rmSync(list)
  }
  const notices = [...found].sort(([a], [b]) => a.localeCompare(b, "en")).map(([, notice]) => notice)
  writeFileSync(join(folder, fileName), [introduction, ...notices.map(section)].join(rule))
  return notices
}

/**
 * The bundled packages that the notices name.
 *
 * @param {string} root of the checkout or of an unpacked package
 * @returns {ReadonlyArray<{ name: string, version: string, text: string }>}
 */
export const readNotices = (root) =>
  readFileSync(join(root, noticesFile), "utf8")
    .split(rule)
    .slice(1)
    .map((notice) => {
      const [, name = "", version = "", text = ""] = /^(\S+) (\S+)\n\S+\n\n([^]*)/.exec(notice) ?? []
      return { name, version, text }
    })

const introduction = `Keystile holds code of the following packages, each under its own license.\n`
const rule = `\n${"=".repeat(80)}\n\n`

/** @param {Notice} notice */
const section = ({ identifier, name, text, version }) => `${name} ${version}\n${identifier}\n\n${text.trim()}\n`

/**
 * A package without a license file has its license in its README.
 *
 * @param {string} root
 * @param {Notice} notice
 */
function textOf(root, { identifier, name, text, version }) {
  if (text) return text
  const readme = ["README.md", "readme.md"].map((file) => join(root, "node_modules", name, file)).find(existsSync)
  const [, found = ""] =
    /^#+ licen[cs]e\s*$([^]*)/im.exec(readme === undefined ? "" : readFileSync(readme, "utf8")) ?? []
  if (found.trim() === "") throw new Error(`${name} ${version} (${identifier}) has no license text`)
  return found
}
