/** A tree of blocks as the plain text of a mail: what is shown to those who read without HTML. */
import type { Node } from "./block-tree.ts"

/** The text, in paragraphs. */
export const renderText = (nodes: ReadonlyArray<Node>, fill: (text: string) => string): string =>
  `${paragraphsOf(nodes, fill).filter((paragraph) => paragraph !== "").join("\n\n")}\n`

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
