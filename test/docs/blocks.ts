/**
 * Reads the code blocks of a page of the documentation, and joins them to programs. The word after the fence's language
 * decides how; docs/development.md lists these words.
 */
import { fromMarkdown } from "mdast-util-from-markdown"
import { visit } from "unist-util-visit"

export interface CodeBlock {
  readonly page: string
  /** The number of the first line of its text, from 1. */
  readonly line: number
  readonly language: string
  readonly settings: ReadonlyMap<string, string>
  readonly text: string
}

export interface ProgramBlocks {
  readonly file: string
  readonly page: string
  /** Each line has the number that it has in the page, so that compiler errors name the line of the page. */
  readonly text: string
}

export interface BlockFault {
  readonly page: string
  readonly line: number
  readonly problem: string
}

const settingNames = ["continues", "file", "from", "not-compiled"]
/** Other names of TypeScript and JavaScript. A block with one of them would not be compiled. */
const otherNames = ["typescript", "javascript", "js", "jsx", "mjs", "mts"]

const isCode = ({ language }: CodeBlock) => language === "ts" || language === "tsx"

export const blocksOf = (page: string, markdown: string): ReadonlyArray<CodeBlock> => {
  const blocks: Array<CodeBlock> = []
  visit(fromMarkdown(markdown), "code", ({ lang, meta, position, value }) => {
    const words = (meta ?? "").split(/\s+/).filter((word) => word !== "")
    const settings = new Map(words.map((word) => [word.replace(/=.*/, ""), word.replace(/^[^=]*=?/, "")]))
    blocks.push({ page, line: (position?.start.line ?? 0) + 1, language: lang ?? "", settings, text: value })
  })
  return blocks
}

/** Joins the blocks of one page to programs, and finds blocks with wrong settings. */
export const programsOf = (
  blocks: ReadonlyArray<CodeBlock>
): { readonly programs: ReadonlyArray<ProgramBlocks>; readonly faults: ReadonlyArray<BlockFault> } => {
  interface Draft {
    readonly file: string
    readonly page: string
    readonly lines: Array<string>
  }
  const programs = new Map<string, Draft>()
  const faults: Array<BlockFault> = []
  let last: Draft | undefined
  for (const block of blocks) {
    const { language, line, page, settings, text } = block
    const fault = (problem: string) => void faults.push({ page, line, problem })
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

/** Finds blocks that claim to be an excerpt of a file and are not. */
export const excerptFaults = (
  blocks: ReadonlyArray<CodeBlock>,
  read: (file: string) => string | undefined
): ReadonlyArray<BlockFault> =>
  blocks.flatMap(({ line, page, settings, text }) => {
    const file = settings.get("from")
    if (file === undefined) return []
    const source = read(file)
    if (source === undefined) return [{ page, line, problem: `there is no file ${file}` }]
    return isExcerpt(text, source) ? [] : [{ page, line, problem: `this is not in ${file}` }]
  })

/** Returns true if a source contains the lines of a text, with or without their common indentation. */
const isExcerpt = (text: string, source: string) => {
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

function put(lines: Array<string>, line: number, text: string) {
  while (lines.length < line - 1) lines.push("")
  lines.push(...text.split("\n"))
}

function isJson(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
