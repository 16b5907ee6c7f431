/** Renders a tree of blocks as the plain text of a mail, for clients that do not show HTML. */
import type { Node } from "./block-tree.ts"

/** Returns the text, with an empty line between paragraphs. Each link is printed once. */
export const renderText = (nodes: ReadonlyArray<Node>, fill: (text: string) => string): string =>
  `${withoutRepeatedLinks(paragraphsOf(nodes, fill))
    .filter((paragraph) => paragraph !== "")
    .join("\n\n")}\n`

const paragraphsOf = (nodes: ReadonlyArray<Node>, fill: (text: string) => string): ReadonlyArray<string> =>
  nodes.flatMap(({ block, inside }) => {
    switch (block.type) {
      case "Button": {
        const label = fill(block.data.props?.text ?? "").trim()
        const url = fill(block.data.props?.url ?? "").trim()
        return [[label === "" ? "" : `${label}:`, url].filter((line) => line !== "").join("\n")]
      }
      case "ColumnsContainer":
      case "Container":
        return inside.flatMap((nodes) => paragraphsOf(nodes, fill))
      case "Divider":
        return ["- - -"]
      case "Heading":
      case "Text":
        return [fill(block.data.props?.text ?? "").trim()]
      case "Image":
        return [fill(block.data.props?.alt ?? "").trim()]
      case "Spacer":
        return []
    }
  })

/**
 * Drops lines that consist of a link which an earlier line has printed, with the line before if that introduces it by a
 * colon. In HTML a mail has a button and, below it, its address to copy; in plain text the button is that address.
 */
const withoutRepeatedLinks = (paragraphs: ReadonlyArray<string>): ReadonlyArray<string> => {
  const printed = new Set<string>()
  return paragraphs.map((paragraph) => {
    const kept: Array<string> = []
    for (const line of paragraph.split("\n")) {
      const link = line.trim()
      if (!printed.has(link)) kept.push(line)
      else if (/[:：]$/.test(kept.at(-1)?.trimEnd() ?? "")) kept.pop()
      if (/^https?:\/\/\S+$/i.test(link)) printed.add(link)
    }
    return kept.join("\n").trim()
  })
}
