// @ts-check
// Finds dead links to files and headings in the documentation, and pages that the contents do not list.

import { posix } from "node:path"
import GithubSlugger from "github-slugger"
import { fromMarkdown } from "mdast-util-from-markdown"
import { toString } from "mdast-util-to-string"
import { visit } from "unist-util-visit"

/** @typedef {import("./blocks.mjs").Fault} Fault */

/** Returns the anchors that GitHub gives the headings of a page. @param {string} markdown */
const anchorsOf = (markdown) => {
  const slugger = new GithubSlugger()
  /** @type {Set<string>} */
  const anchors = new Set()
  visit(fromMarkdown(markdown), "heading", (heading) => void anchors.add(slugger.slug(toString(heading))))
  return anchors
}

/**
 * @param {ReadonlyMap<string, string>} pages texts by their paths
 * @param {(path: string) => boolean} exists
 * @returns {ReadonlyArray<Fault>}
 */
export const linkFaults = (pages, exists) => {
  /** @type {Array<Fault>} */
  const faults = []
  for (const [page, markdown] of pages) {
    visit(fromMarkdown(markdown), (node) => {
      if (!("url" in node) || /^[a-z]+:/i.test(node.url)) return
      const [path = "", anchor] = node.url.split("#")
      const file = path === "" ? page : posix.normalize(posix.join(posix.dirname(page), path))
      const fault = (/** @type {string} */ target) =>
        void faults.push({
          page,
          line: node.position?.start.line ?? 0,
          problem: `the link ${node.url} leads to no ${target}`
        })
      if (!pages.has(file) && !exists(file)) fault("file")
      else if (anchor !== undefined && !anchorsOf(pages.get(file) ?? "").has(anchor)) fault("heading")
    })
  }
  return faults
}

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
