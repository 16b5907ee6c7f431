// @ts-check
// The pages of `docs` as pages of the site: README.md is the index of its folder, and links to other files of the
// repository lead to GitHub.

import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, posix, sep } from "node:path"
import { slug } from "github-slugger"
import { fromMarkdown } from "mdast-util-from-markdown"
import { toString } from "mdast-util-to-string"
import { visit } from "unist-util-visit"

const repository = "https://github.com/keystile/keystile/blob/main"

/** @typedef {{ path: string, text: string }} Source */

/** @param {string} root @returns {Array<Source>} */
export const docsPages = (root) =>
  globSync("docs/**/*.md", { cwd: root })
    .map((file) => file.replaceAll(sep, "/"))
    .sort()
    .map((file) => ({
      path: indexOf(file.replace(/^docs\//, "")),
      text: withLinks(file, readFileSync(join(root, file), "utf8"))
    }))

/** @param {string} path */
const indexOf = (path) => path.replace(/(^|\/)README\.md$/, "$1index.md")

/**
 * Replaces the targets of links, from the last one on, by their positions.
 *
 * @param {string} file
 * @param {string} text
 */
const withLinks = (file, text) => {
  /** @type {Array<{ start: number, end: number, url: string }>} */
  const found = []
  visit(fromMarkdown(text), "link", ({ position, url }) => {
    const target = targetOf(file, url)
    if (position === undefined || target === url) return
    const start = text.lastIndexOf(`](${url}`, position.end.offset)
    if (start >= (position.start.offset ?? 0))
      found.push({ start: start + 2, end: start + 2 + url.length, url: target })
  })
  return found.reduceRight((all, { end, start, url }) => all.slice(0, start) + url + all.slice(end), text)
}

/** @param {string} file @param {string} url */
const targetOf = (file, url) => {
  if (/^(?:[a-z]+:|#)/.test(url)) return url
  const [path = "", hash] = url.split("#")
  const target = posix.join(posix.dirname(file), path)
  const suffix = hash === undefined ? "" : `#${hash}`
  return target.startsWith("docs/") ? `${indexOf(path)}${suffix}` : `${repository}/${target}${suffix}`
}

/**
 * Splits a page by its sections: one page of each, and the page itself with links to them. A phone shows a page with
 * thousands of elements late.
 *
 * @param {Source} page
 * @returns {Array<Source>}
 */
export const splitBySections = ({ path, text }) => {
  const [intro = "", ...sections] = text.split(/^## /m)
  const folder = path.replace(/\.md$/, "")
  const parts = sections.map((section) => {
    const [title = "", ...lines] = section.split("\n")
    return { title, name: slug(title), lines }
  })
  const links = parts.map(({ lines, name, title }) => {
    const headings = lines.flatMap((line) => /^### (.*)/.exec(line)?.[1] ?? [])
    const listed = headings.map((heading) => `  - [${heading}](${posix.basename(folder)}/${name}.md#${slug(heading)})`)
    return [`- [${title}](${posix.basename(folder)}/${name}.md)`, ...listed].join("\n")
  })
  const linked = intro.replaceAll(/\]\(#([\w-]+)\)/g, `](${posix.basename(folder)}/$1.md)`)
  return [
    { path, text: `${linked.trimEnd()}\n\n${links.join("\n")}\n` },
    ...parts.map(({ lines, name, title }) => {
      const section = lines.join("\n").replaceAll(/^### /gm, "## ")
      return {
        path: `${folder}/${name}.md`,
        text: `# ${title}\n\nOf the [endpoints](../${posix.basename(path)}).\n${section}`
      }
    })
  ]
}

/**
 * The pages that a heading of a page links to, as items of the sidebar.
 *
 * @param {string} text
 * @param {string} heading
 */
export const linksBelow = (text, heading) => {
  /** @type {Array<{ text: string, link: string }>} */
  const items = []
  let isBelow = false
  for (const node of fromMarkdown(text).children) {
    if (node.type === "heading") isBelow = toString(node) === heading
    else if (isBelow) {
      visit(node, "link", (link) => {
        if (/^[\w/-]+\.md$/.test(link.url))
          items.push({ text: capitalize(toString(link)), link: `/${link.url.replace(/\.md$/, "")}` })
      })
    }
  }
  return items
}

/** @param {string} text */
const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1)

/** The title and the first sentence of a page. @param {string} text */
export const summaryOf = (text) => {
  const { children } = fromMarkdown(text)
  const title = children.find(({ type }) => type === "heading")
  const first = children.find(({ type }) => type === "paragraph")
  const [sentence = ""] =
    first === undefined
      ? []
      : toString(first)
          .replaceAll(/\s+/g, " ")
          .split(/(?<=\.) /)
  return { title: title === undefined ? "" : toString(title), sentence }
}

/** @param {string} folder @param {ReadonlyArray<Source>} pages */
export const writePages = (folder, pages) => {
  for (const { path, text } of pages) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** The list of all pages for language models (https://llmstxt.org). @param {ReadonlyArray<Source>} pages */
export const llmsText = (pages) => {
  const lines = pages.map(({ path, text }) => {
    const { sentence, title } = summaryOf(text)
    return `- [${title}](/${path})${sentence === "" ? "" : `: ${sentence}`}`
  })
  return [
    "# Keystile",
    "> Sign-in for TypeScript: a typed client SDK on Effect, React screens, and a service. Every page is also " +
      "Markdown.",
    "## Pages",
    lines.join("\n")
  ].join("\n\n")
}
