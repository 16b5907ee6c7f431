/** The texts in the document of a mail template: what an owner edits without knowing its JSON. */
import type * as Schema from "effect/Schema"
import { type JsonObject, isJsonObject } from "../../core/json/json-object.ts"

/** A text of a block. */
export interface TemplateText {
  readonly blockId: string
  readonly property: string
  readonly label: string
  readonly value: string
}

const objectOf = (value: Schema.Json | undefined): JsonObject => (isJsonObject(value) ? value : {})

/** The texts of each type of block, by their properties. */
const labels: Readonly<Record<string, ReadonlyArray<readonly [property: string, label: string]>>> = {
  Heading: [["text", "Heading"]],
  Text: [["text", "Text"]],
  Button: [
    ["text", "Button"],
    ["url", "URL of the button"]
  ],
  Image: [
    ["url", "URL of the image"],
    ["alt", "Text of the image"],
    ["linkHref", "URL behind the image"]
  ]
}

const idsOf = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((id) => typeof id === "string") : []

/** Returns the ids of the blocks within a block. */
const insideOf = (block: JsonObject): ReadonlyArray<string> => {
  const data = objectOf(block["data"])
  const props = objectOf(data["props"])
  const columns = Array.isArray(props["columns"]) ? props["columns"] : []
  return [
    ...idsOf(data["childrenIds"]),
    ...idsOf(props["childrenIds"]),
    ...columns.flatMap((column) => idsOf(objectOf(column)["childrenIds"]))
  ]
}

/** Returns the texts of a document in the order of the mail. */
export const textsOf = (content: Schema.Json): ReadonlyArray<TemplateText> => {
  const blocks = objectOf(content)
  const seen = new Set<string>()
  const visit = (id: string): ReadonlyArray<TemplateText> => {
    const block = blocks[id]
    if (seen.has(id) || !isJsonObject(block)) return []
    seen.add(id)
    const props = objectOf(objectOf(block["data"])["props"])
    const own = (labels[String(block["type"])] ?? []).flatMap(([property, label]) => {
      const value = props[property]
      return typeof value === "string" ? [{ blockId: id, property, label, value }] : []
    })
    return [...own, ...insideOf(block).flatMap(visit)]
  }
  return visit("root")
}

/** Returns the document with another text. */
export const withText = (
  content: Schema.Json,
  { blockId, property }: Pick<TemplateText, "blockId" | "property">,
  value: string
): Schema.Json => {
  const blocks = objectOf(content)
  const block = objectOf(blocks[blockId])
  const data = objectOf(block["data"])
  return {
    ...blocks,
    [blockId]: { ...block, data: { ...data, props: { ...objectOf(data["props"]), [property]: value } } }
  }
}
