/**
 * Tests that the items of the shadcn registry are up to date, complete and in the format of `shadcn add`.
 * `npm run registry` writes them.
 */
import { readdirSync } from "node:fs"
import { expect, it } from "vitest"
import { registry, registryItem } from "./registry-items.ts"

const folder = new URL("../../examples/shadcn/", import.meta.url)
const items = await Promise.all(registry.map(async (item) => [item.name, await registryItem(item)] as const))

const componentsOf = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/"@\/(components\/keystile\/[\w-]+)"/g), ([, path]) => `${path}.tsx`)

it.each(items)("%s has the current texts of its files", async (name, text) => {
  await expect(text).toMatchFileSnapshot(`../../examples/shadcn/r/${name}.json`)
})

it("contains every component, and nothing that is not in the registry", () => {
  const listed = new Set(registry.flatMap(({ files }) => files.map(({ path }) => path)))
  const components = readdirSync(new URL("components/keystile", folder))
  expect([...listed].toSorted()).toEqual(components.map((file) => `components/keystile/${file}`).toSorted())
  expect(readdirSync(new URL("r", folder)).toSorted()).toEqual(items.map(([name]) => `${name}.json`).toSorted())
})

it.each(items)("%s contains each component that its files import", (_, text) => {
  const { files } = JSON.parse(text)
  const paths = files.map(({ path }: { readonly path: string }) => path)
  const imported = files.flatMap(({ content }: { readonly content: string }) => componentsOf(content))
  expect(imported.filter((path: string) => !paths.includes(path))).toEqual([])
})
