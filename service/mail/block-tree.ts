/** Builds the tree of a document's blocks, in reading order. */
import type { MailBlock, BlockDocument } from "./blocks.ts"

/** A block of the mail, except the layout around all blocks. */
export type Content = Exclude<MailBlock, { readonly type: "EmailLayout" }>

export interface Node {
  readonly block: Content
  /** The nested blocks: one list, or one for each column. */
  readonly inside: ReadonlyArray<ReadonlyArray<Node>>
}

/** The depth limit. Deeper blocks are dropped: mail programs do not support that many nested tables. */
const MAX_DEPTH = 12

/**
 * Places each block where it is referenced first, so that a document cannot repeat blocks or contain a cycle. Unknown
 * ids are ignored.
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
