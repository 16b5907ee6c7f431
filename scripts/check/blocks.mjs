// @ts-check
// Reads the code blocks of a page of the documentation, and joins them to programs. The word after the fence's language
// decides how; docs/development.md lists these words.

import { fromMarkdown } from "mdast-util-from-markdown"
import { visit } from "unist-util-visit"

/**
 * @typedef {{
 *   page: string, line: number, language: string, settings: ReadonlyMap<string, string>, text: string
 * }} Block
 *   `line` is the number of the first line of its text, from 1.
 * @typedef {{ file: string, page: string, text: string }} Program
 *   Each line of the text has the number that it has in the page, so that compiler errors name the line of the page.
 * @typedef {{ page: string, line: number, problem: string }} Fault
 */

const settingNames = ["continues", "file", "from", "not-compiled"]
/** Other names of TypeScript and JavaScript. A block with one of them would not be compiled. */
const otherNames = ["typescript", "javascript", "js", "jsx", "mjs", "mts"]

/** @param {Block} block */
const isCode = ({ language }) => language === "ts" || language === "tsx"

/**
 * @param {string} page
 * @param {string} markdown
 * @returns {ReadonlyArray<Block>}
 */
export const blocksOf = (page, markdown) => {
  /** @type {Array<Block>} */
  const blocks = []
  visit(fromMarkdown(markdown), "code", ({ lang, meta, position, value }) => {
    const words = (meta ?? "").split(/\s+/).filter((word) => word !== "")
    const settings = new Map(words.map((word) => [word.replace(/=.*/, ""), word.replace(/^[^=]*=?/, "")]))
    blocks.push({ page, line: (position?.start.line ?? 0) + 1, language: lang ?? "", settings, text: value })
  })
  return blocks
}

/**
 * Joins the blocks of one page to programs, and finds blocks with wrong settings.
 *
 * @param {ReadonlyArray<Block>} blocks
 * @returns {{ programs: ReadonlyArray<Program>, faults: ReadonlyArray<Fault> }}
 */
export const programsOf = (blocks) => {
  /** @type {Map<string, { file: string, page: string, lines: Array<string> }>} */
  const programs = new Map()
  /** @type {Array<Fault>} */
  const faults = []
  /** @type {{ file: string, page: string, lines: Array<string> } | undefined} */
  let last
  for (const block of blocks) {
    const { language, line, page, settings, text } = block
    /** @param {string} problem */
    const fault = (problem) => void faults.push({ page, line, problem })
    if (otherNames.includes(language)) fault(`the language ${language}: say ts or tsx, so that it is compiled`)
    if (language === "json" && !isJson(text)) fault("this is no JSON")
    if (!isCode(block)) continue
    for (const name of settings.keys()) {
      if (!settingNames.includes(name)) fault(`"${name}" is no setting. Use one of ${settingNames.join(", ")}`)
    }
    if (settings.size > 1) fault("one setting is enough for a block")
    if (settings.has("from") || settings.has("not-compiled")) {
      last = undefined
      continue
    }
    if (settings.has("continues")) {
      if (last === undefined) fault("there is no block before this one that it could continue")
      else put(last.lines, line, text)
      continue
    }
    const folder = page.replaceAll("/", "-").replace(/\.md$/, "")
    const file = `${folder}/${settings.get("file") ?? `line-${line}.${language}`}`
    if (programs.has(file)) fault(`the page has another ${settings.get("file")}`)
    last = { file, page, lines: [] }
    put(last.lines, line, text)
    programs.set(file, last)
  }
  return {
    programs: [...programs.values()].map(({ lines, ...rest }) => ({ ...rest, text: `${lines.join("\n")}\n` })),
    faults
  }
}

/**
 * Finds blocks that claim to be an excerpt of a file and are not.
 *
 * @param {ReadonlyArray<Block>} blocks
 * @param {(file: string) => string | undefined} read
 * @returns {ReadonlyArray<Fault>}
 */
export const excerptFaults = (blocks, read) =>
  blocks.flatMap(({ line, page, settings, text }) => {
    const file = settings.get("from")
    if (file === undefined) return []
    const source = read(file)
    if (source === undefined) return [{ page, line, problem: `there is no file ${file}` }]
    return isExcerpt(text, source) ? [] : [{ page, line, problem: `this is not in ${file}` }]
  })

/**
 * Returns true if a source contains the lines of a text, with or without their common indentation.
 *
 * @param {string} text
 * @param {string} source
 */
const isExcerpt = (text, source) => {
  const wanted = text.split("\n")
  const lines = source.split("\n")
  return lines.some((_, start) => {
    const window = lines.slice(start, start + wanted.length)
    const depth = Math.min(
      ...window.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length)
    )
    return (
      window.length === wanted.length &&
      (window.join("\n") === text || window.map((line) => line.slice(depth)).join("\n") === text)
    )
  })
}

/** @param {Array<string>} lines @param {number} line @param {string} text */
function put(lines, line, text) {
  while (lines.length < line - 1) lines.push("")
  lines.push(...text.split("\n"))
}

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
