// @ts-check
// Finds dead links to files and headings in the documentation, and pages that the contents do not list.

import { posix } from "node:path"

/** @typedef {import("./blocks.mjs").Fault} Fault */

/** Returns the anchor that GitHub gives a heading. @param {string} heading */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[`*]/g, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-")

/** Returns the lines of a page, those of code blocks empty. @param {string} markdown */
const proseOf = (markdown) => {
  let fenced = false
  return markdown.split("\n").map((line) => {
    const mark = /^ *(?:`{3,}|~{3,})/.test(line)
    if (mark) fenced = !fenced
    return mark || fenced ? "" : line
  })
}

/**
 * @param {ReadonlyMap<string, string>} pages texts by their paths
 * @param {(path: string) => boolean} exists
 * @returns {ReadonlyArray<Fault>}
 */
export const linkFaults = (pages, exists) =>
  [...pages].flatMap(([page, markdown]) =>
    proseOf(markdown).flatMap((text, index) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = ""]) => {
        if (/^[a-z]+:/i.test(target)) return []
        const [path = "", anchor] = target.split("#")
        const file = path === "" ? page : posix.normalize(posix.join(posix.dirname(page), path))
        const fault = (/** @type {string} */ problem) => [{ page, line: index + 1, problem }]
        if (!pages.has(file) && !exists(file)) return fault(`the link ${target} leads to no file`)
        if (anchor === undefined) return []
        const anchors = proseOf(pages.get(file) ?? "")
          .filter((line) => line.startsWith("#"))
          .map((line) => anchorOf(line.replace(/^#+ */, "")))
        return anchors.includes(anchor) ? [] : fault(`the link ${target} leads to no heading`)
      })
    )
  )

/**
 * Finds pages to which the contents have no link.
 *
 * @param {ReadonlyMap<string, string>} pages
 * @param {string} contents the list's path
 * @returns {ReadonlyArray<Fault>}
 */
export const unlistedPages = (pages, contents) =>
  [...pages.keys()].flatMap((page) => {
    if (page === contents || posix.dirname(page) !== posix.dirname(contents)) return []
    return pages.get(contents)?.includes(`](${posix.basename(page)})`)
      ? []
      : [{ page: contents, line: 1, problem: `${page} is not listed` }]
  })
