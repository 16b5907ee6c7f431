/** Finds dead links to files and headings in the documentation, and pages that the contents do not list. */
import { posix } from "node:path"
import GithubSlugger from "github-slugger"
import { fromMarkdown } from "mdast-util-from-markdown"
import { toString } from "mdast-util-to-string"
import { visit } from "unist-util-visit"
import type { BlockFault } from "./blocks.ts"

/** Returns the anchors that GitHub gives the headings of a page. */
const anchorsOf = (markdown: string) => {
  const slugger = new GithubSlugger()
  const anchors = new Set<string>()
  visit(fromMarkdown(markdown), "heading", (heading) => void anchors.add(slugger.slug(toString(heading))))
  return anchors
}

/** Finds the dead links of pages, which are texts by their paths. */
export const linkFaults = (
  pages: ReadonlyMap<string, string>,
  exists: (path: string) => boolean
): ReadonlyArray<BlockFault> => {
  const faults: Array<BlockFault> = []
  const anchors = new Map([...pages].map(([page, markdown]) => [page, anchorsOf(markdown)]))
  for (const [page, markdown] of pages) {
    visit(fromMarkdown(markdown), (node) => {
      if (!("url" in node) || /^[a-z]+:/i.test(node.url)) return
      const [path = "", anchor] = node.url.split("#")
      const file = path === "" ? page : posix.normalize(posix.join(posix.dirname(page), path))
      const fault = (target: string) =>
        void faults.push({
          page,
          line: node.position?.start.line ?? 0,
          problem: `the link ${node.url} leads to no ${target}`
        })
      if (!pages.has(file) && !exists(file)) fault("file")
      else if (anchor !== undefined && !anchors.get(file)?.has(anchor)) fault("heading")
    })
  }
  return faults
}

/** Finds pages beside the contents, given by their path, to which these have no link. */
export const findUnlistedPages = (pages: ReadonlyMap<string, string>, contents: string): ReadonlyArray<BlockFault> =>
  [...pages.keys()].flatMap((page) => {
    if (page === contents || posix.dirname(page) !== posix.dirname(contents)) return []
    return pages.get(contents)?.includes(`](${posix.basename(page)})`)
      ? []
      : [{ page: contents, line: 1, problem: `${page} is not listed` }]
  })
