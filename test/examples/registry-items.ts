/** Derives the items of the shadcn registry from registry.json and the components beside it, as `shadcn build` does. */
import { readFileSync } from "node:fs"
import { Schema } from "effect"
import { format, resolveConfig } from "prettier"

const folder = new URL("../../examples/shadcn/", import.meta.url)

const Registry = Schema.fromJsonString(
  Schema.Struct({
    items: Schema.Array(
      Schema.StructWithRest(
        Schema.Struct({
          name: Schema.String,
          files: Schema.Array(Schema.Struct({ path: Schema.String, type: Schema.String }))
        }),
        [Schema.Record(Schema.String, Schema.Unknown)]
      )
    )
  })
)

/** The items that registry.json lists, with the paths of their files. */
export const { items: registry } = Schema.decodeUnknownSync(Registry)(
  readFileSync(new URL("registry.json", folder), "utf8")
)

/** Returns an item with the texts of its files. */
export const registryItem = async ({ files, ...item }: (typeof registry)[number]): Promise<string> =>
  format(
    JSON.stringify({
      $schema: "https://ui.shadcn.com/schema/registry-item.json",
      ...item,
      files: files.map(({ path, type }) => ({ path, content: readFileSync(new URL(path, folder), "utf8"), type }))
    }),
    { ...(await resolveConfig("item.json")), parser: "json" }
  )
