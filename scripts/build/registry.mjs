// @ts-check
// Writes the items of the shadcn registry, examples/shadcn/r, from registry.json and the components beside it.
//
//   npm run registry

import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { format } from "prettier"

const folder = fileURLToPath(new URL("../../examples/shadcn", import.meta.url))

/** @typedef {{ readonly path: string, readonly type: string }} RegistryFile */
/** @typedef {{ readonly name: string, readonly files: ReadonlyArray<RegistryFile> }} RegistryItem */

/** @returns {{ readonly items: ReadonlyArray<RegistryItem> }} */
export const readRegistry = () => JSON.parse(readFileSync(join(folder, "registry.json"), "utf8"))

/**
 * Returns the items as `shadcn build` writes them: the file names in `r`, and their texts.
 *
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
export const registryItems = async () => {
  const items = readRegistry().items.map(async ({ files, ...item }) => [
    `${item.name}.json`,
    await format(
      JSON.stringify({
        $schema: "https://ui.shadcn.com/schema/registry-item.json",
        ...item,
        files: files.map(({ path, type }) => ({ path, content: readFileSync(join(folder, path), "utf8"), type }))
      }),
      { parser: "json", printWidth: 120 }
    )
  ])
  return Object.fromEntries(await Promise.all(items))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(join(folder, "r"), { recursive: true })
  for (const [file, text] of Object.entries(await registryItems())) writeFileSync(join(folder, "r", file), text)
}
