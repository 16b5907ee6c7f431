// @ts-check
// Finds an example for each name in the code of the guides.

import { slug } from "github-slugger"
import { fromMarkdown } from "mdast-util-from-markdown"
import { toString } from "mdast-util-to-string"

/** @typedef {ReadonlyMap<string, string>} Links addresses of pages or headings, by name */

/**
 * The first heading of the guides whose code uses a name, by name.
 *
 * @param {ReadonlyArray<{ path: string, text: string }>} docs
 * @returns {Links}
 */
export const examplesInGuides = (docs) => {
  /** @type {Map<string, string>} */
  const found = new Map()
  for (const { path, text } of docs) {
    let address = path
    for (const node of fromMarkdown(text).children) {
      if (node.type === "heading" && node.depth > 1) address = `${path}#${slug(toString(node))}`
      if (node.type !== "code" || !/^tsx?\b/.test(node.lang ?? "")) continue
      for (const [, name = ""] of node.value.matchAll(/(?<![A-Za-z0-9_])(?=([A-Za-z]\w+(?:\.[a-z]\w+)?))/g)) {
        for (const one of [name, ...name.split(".")]) if (!found.has(one)) found.set(one, address)
      }
    }
  }
  return found
}

/**
 * A link to the example of a name, if there is one.
 *
 * @param {string} name
 * @param {Links} examples
 * @param {string} base the path to the guides
 */
export const exampleLink = (name, examples, base) => {
  const example = examples.get(name)
  return example === undefined ? [] : [`Example: [${example.replace(/\.md(?=#|$).*/, "")}](${base}${example}).`]
}
