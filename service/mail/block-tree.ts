/** The blocks of a document as a tree, in the order in which they are read. */
import type { Block, BlockDocument } from "./blocks.ts"

/** A block that stands in the mail. The layout around all of them is none. */
export type Content = Exclude<Block, { readonly type: "EmailLayout" }>

export interface Node {
  readonly block: Content
  /** What stands inside: one list, or one for each column. */
  readonly inside: ReadonlyArray<ReadonlyArray<Node>>
}

/** Blocks that lie deeper are left out. No mail program copes with that many tables anyway. */
const MAX_DEPTH = 12

/**
 * Each block stands in one place, the first that names it, so that no document grows beyond its own size or runs in a
 * circle. Ids that name nothing are passed over.
 */
export const treeOf = ({ blocks, root }: BlockDocument): ReadonlyArray<Node> => {
  const placed = new Set<string>()
  const nodesOf = (ids: ReadonlyArray<string>, depth: number): ReadonlyArray<Node> => {
    const nodes: Array<Node> = []
    for (const id of depth > MAX_DEPTH ? [] : ids) {
      const block = blocks.get(id)
      if (block === undefined || block.type === "EmailLayout" || placed.has(id)) continue
      placed.add(id)
      nodes.push({ block, inside: idsInside(block).map((ids) => nodesOf(ids, depth + 1)) })
    }
    return nodes
  }
  return nodesOf(root.data.childrenIds ?? [], 1)
}

const idsInside = ({ data, type }: Content): ReadonlyArray<ReadonlyArray<string>> => {
  switch (type) {
    case "Container":
      return [data.props?.childrenIds ?? []]
    case "ColumnsContainer":
      return (data.props?.columns ?? []).slice(0, data.props?.columnsCount ?? 2).map(({ childrenIds }) => childrenIds)
    default:
      return []
  }
}
