/** Tests that the items of the shadcn registry are up to date, complete and in the format of `shadcn add`. */
import { readdirSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { readRegistry, registryItems } from "../../scripts/build/registry.mjs"

const folder = new URL("../../examples/shadcn/", import.meta.url)
const items = await registryItems()

const componentsOf = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/"@\/(components\/keystile\/[\w-]+)"/g), ([, path]) => `${path}.tsx`)

it.each(Object.keys(items))("%s is what `npm run registry` writes", (file) => {
  expect(readFileSync(new URL(`r/${file}`, folder), "utf8")).toBe(items[file])
})

it("contains every component, and nothing that is not in the registry", () => {
  const listed = new Set(readRegistry().items.flatMap(({ files }) => files.map(({ path }) => path)))
  const components = readdirSync(new URL("components/keystile", folder))
  expect([...listed].toSorted()).toEqual(components.map((file) => `components/keystile/${file}`).toSorted())
  expect(readdirSync(new URL("r", folder)).toSorted()).toEqual(Object.keys(items).toSorted())
})

it.each(Object.entries(items))("%s contains each component that its files import", (_, text) => {
  const { files } = JSON.parse(text)
  const paths = files.map(({ path }: { readonly path: string }) => path)
  const imported = files.flatMap(({ content }: { readonly content: string }) => componentsOf(content))
  expect(imported.filter((path: string) => !paths.includes(path))).toEqual([])
})
